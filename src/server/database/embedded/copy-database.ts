import { existsSync } from 'node:fs'
import { constants, cp, mkdir } from 'node:fs/promises'
import type pg from 'pg'
import { StartProblem } from '#server/runtime/start-problem.ts'
import { createDatabase, type Places } from './directory.ts'

/**
 * Copies the open database into a folder that can then serve as a data directory. Nothing is written meanwhile, because
 * the copy holds the only connection; it appears under its name only when it is whole and on the disk.
 */
export async function copyDatabase(pool: pg.Pool, database: string, target: Places): Promise<void> {
  if (existsSync(target.database)) throw new StartProblem(`${target.dataDir} already holds a database.`)
  await mkdir(target.dataDir, { recursive: true })
  const connection = await pool.connect()
  try {
    await connection.query('checkpoint')
    await createDatabase(target, (unfinished) =>
      cp(database, unfinished, { recursive: true, mode: constants.COPYFILE_FICLONE }),
    )
  } finally {
    connection.release()
  }
}
