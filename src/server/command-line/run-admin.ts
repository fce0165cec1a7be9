import { parseArgs } from 'node:util'
import { adminLinkMinutes } from '#domain/admin.ts'
import { isEmail } from '#domain/contact.ts'
import { m } from '#messages/generated/messages.js'
import { adminLinkCommand } from '#server/admin-link/admin-command.ts'
import type { AdminLinkRow } from '#server/admin-link/admin-link.store.ts'
import { type AdminLinkOutcome, makeAdminLink } from '#server/admin-link/make-admin-link.ts'
import type { ReadConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import { StartProblem } from '#server/database/start-problem.ts'
import type { Clock, Random } from '#server/services.ts'
import { askServer } from './ask-server.ts'

/** What the command needs of the world. */
export type AdminTool = {
  /** What stands after `npm run admin --`. */
  readonly words: readonly string[]
  /** `baseUrl` is needed only where no running server can be asked. */
  readonly config: Pick<ReadConfig, 'dataDir' | 'databaseUrl'> & { readonly baseUrl: URL | undefined }
  readonly migrationsDir: string
  readonly clock: Clock
  readonly random: Random
  readonly output: NodeJS.WritableStream
  readonly errors: NodeJS.WritableStream
}

/**
 * `create [--email …] [--again [--without-two-factor]]`: prints the link by which one becomes the admin. Answers the exit
 * code: 0 done, 1 there is an admin already, or a fault (nothing was changed), 2 the words make no sense.
 */
export async function runAdmin(tool: AdminTool): Promise<number> {
  const complain = (sentence: string, code: number) => {
    tool.errors.write(`${sentence}\n`)
    return code
  }
  const asked = readWords(tool.words)
  if ('wrong' in asked) return complain(`${asked.wrong}\n${m.admin_usage()}`, 2)
  try {
    const outcome = await makeWhereDatabaseIs(tool, asked)
    if (typeof outcome === 'string') return complain(outcome, 1)
    if (outcome.kind === 'admin-exists') return complain(m.admin_exists(), 1)
    tool.output.write(`${sentenceOf(outcome.purpose, asked)}\n${outcome.url}\n`)
    return 0
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error
    return complain(error.message, 1)
  }
}

function sentenceOf(purpose: 'new-admin' | 'new-password', { withoutTwoFactor }: AdminLinkRow): string {
  const minutes = adminLinkMinutes
  if (purpose === 'new-admin') return m.admin_link_new_admin({ minutes })
  return withoutTwoFactor
    ? m.admin_link_without_two_factor({ minutes })
    : m.admin_link_new_password({ minutes })
}

/** What the words ask for, or a sentence that says what is wrong with them. */
function readWords(words: readonly string[]): AdminLinkRow | { wrong: string } {
  const read = parsed(words)
  if (typeof read === 'string') return { wrong: read }
  const { positionals, values } = read
  const { email, again = false, 'without-two-factor': withoutTwoFactor = false } = values
  if (positionals.length !== 1 || positionals[0] !== 'create') return { wrong: m.admin_command_unknown() }
  if (email !== undefined && !isEmail(email)) return { wrong: m.admin_email_invalid({ email }) }
  if (email !== undefined && again) return { wrong: m.admin_email_again() }
  if (withoutTwoFactor && !again) return { wrong: m.admin_without_two_factor_alone() }
  return { email: email ?? null, again, withoutTwoFactor }
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        again: { type: 'boolean' },
        'without-two-factor': { type: 'boolean' },
      },
    })
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
      return m.admin_words_unknown()
    throw error
  }
}

/** The embedded database belongs to the running server, if there is one; a PostgreSQL is open to everybody. */
async function makeWhereDatabaseIs(
  { config, migrationsDir, clock, random }: AdminTool,
  asked: AdminLinkRow,
): Promise<AdminLinkOutcome | string> {
  if (!config.databaseUrl) {
    const answer = await askServer(config.dataDir, adminLinkCommand, asked, () => undefined)
    // the same program stands on the other side
    if ('result' in answer) return answer.result as AdminLinkOutcome
    if (answer.trouble === 'gone') return m.admin_server_gone()
    if (answer.trouble === 'failed') return m.admin_server_failed()
  }
  const { baseUrl } = config
  if (!baseUrl) return m.admin_base_url_missing()
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const database = await openDatabase({ ...config, migrationsDir, log })
  try {
    return await makeAdminLink({ database, clock, random, baseUrl }, asked)
  } finally {
    await database.close()
  }
}
