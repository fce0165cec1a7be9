// The thread that creates a new database: runs initdb in memory, then writes its files to an empty directory.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import type { FillData } from './thread-messages.ts'

const { directory, programs }: FillData = workerData
const { PGDATA } = PGlite.paths

// With its default file system PGlite runs initdb in place. Any other file system is filled from an archive of all
// files, which takes another 140 MB.
const pglite = await PGlite.create({
  ...programs,
  // WAL segments of 4 MB in place of 16 are enough for a small site. PostgreSQL's choice of 128 MB of buffers is
  // unnecessary here: opening the database sets its own number.
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
