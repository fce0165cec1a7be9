import { DatabaseSync } from 'node:sqlite'
import { StartProblem } from '#server/runtime/start-problem.ts'

/**
 * Takes the directory's lock and returns what gives it back. The lock is an exclusive transaction on a small SQLite
 * file beside the database: the operating system frees it when the process ends, however it ends.
 * Two processes on one directory would overwrite each other's data without a word.
 */
export function lockDirectory(lockFile: string, dataDir: string): () => void {
  const lock = new DatabaseSync(lockFile)
  try {
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive')
  } catch (problem) {
    lock.close()
    if (!isBusy(problem)) throw problem
    throw new StartProblem(
      `Another process is using the data directory ${dataDir}: stop it first, or choose another DATA_DIR.`,
    )
  }
  return () => lock.close()
}

function isBusy(problem: unknown): boolean {
  const sqliteBusy = 5
  return problem instanceof Error && 'errcode' in problem && problem.errcode === sqliteBusy
}
