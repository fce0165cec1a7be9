import type { ReadConfig } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { askServer } from './control-socket.ts'

type Place = {
  readonly config: Pick<ReadConfig, 'dataDir' | 'databaseUrl'>
  readonly migrationsDir: string
}

type Asked = {
  /** Name and request of the control command (control-socket.ts). */
  readonly command: string
  readonly request: unknown
  readonly report?: (progress: unknown) => void
}

/** `gone`: the running server ended before it answered; `failed`: see its log. */
export type Trouble = { readonly trouble: 'gone' | 'failed' }

/**
 * Runs a command at the database: the embedded one belongs to the running server, if there is one; a PostgreSQL server
 * accepts every process. Throws `StartProblem` when it cannot be opened.
 * @param work does the same as the server's command; the database that it gets is closed afterwards
 */
export async function whereDatabaseIs<Result>(
  { config, migrationsDir }: Place,
  { command, request, report = () => undefined }: Asked,
  work: (open: () => Promise<Database>) => Promise<Result>,
): Promise<Result | Trouble> {
  if (!config.databaseUrl) {
    const answer = await askServer(config.dataDir, command, request, report)
    // the server is the same program
    if ('result' in answer) return answer.result as Result
    if (answer.trouble !== 'no-server') return { trouble: answer.trouble }
  }
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  let opened: Database | undefined
  try {
    return await work(async () => {
      opened = await openDatabase({ ...config, migrationsDir, log })
      return opened
    })
  } finally {
    await opened?.close()
  }
}
