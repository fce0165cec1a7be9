// The thread that makes a new database: initdb in memory, then its files into an empty directory.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { copyMemorySparsely } from './sparse-memory.ts'
import type { FillData } from './thread-messages.ts'

const { directory, programs }: FillData = workerData
const { PGDATA } = PGlite.paths

copyMemorySparsely()
// Without files of its own PGlite lets initdb write where the database then is. Into other files it copies by way of an
// archive of all of them, which takes another 140 MB.
const pglite = await PGlite.create({
  ...programs,
  // The log in pieces of 4 MB instead of 16, which is all that a small site ever fills. The 128 MB of buffers that PostgreSQL
  // would choose here are never needed: whoever opens the database says how many.
  initDbStartParams: ['--wal-segsize=4', '-c', 'shared_buffers=1MB'],
})
const { FS } = pglite.Module
await pglite.close()
writeOut('')

function writeOut(path: string): void {
  for (const name of FS.readdir(PGDATA + path) as string[]) {
    if (name === '.' || name === '..') continue
    const inside = `${path}/${name}`
    if (FS.isDir(FS.stat(PGDATA + inside).mode)) {
      mkdirSync(join(directory, inside), { mode: 0o700 })
      writeOut(inside)
    } else {
      writeFileSync(join(directory, inside), FS.readFile(PGDATA + inside), { mode: 0o600 })
    }
  }
}
