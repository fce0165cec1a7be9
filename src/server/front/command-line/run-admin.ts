import { parseArgs } from 'node:util'
import { adminLinkMinutes } from '#domain/accounts/admin.ts'
import { isEmail } from '#domain/accounts/contact.ts'
import { m } from '#messages/generated/messages.js'
import {
  type DeclarationsRequest,
  decideAsOperator,
  declarationsCommand,
} from '#server/business/declarations/decide-declaration.ts'
import type { AdminLinkRow } from '#server/front/admin-link/admin-link.store.ts'
import {
  type AdminLinkOutcome,
  adminLinkCommand,
  makeAdminLink,
} from '#server/front/admin-link/make-admin-link.ts'
import { verifyAudit, verifyAuditCommand } from '#server/platform/audit/verify-audit.ts'
import type { ReadConfig } from '#server/platform/config/config.ts'
import type { Clock } from '#server/platform/runtime/clock.ts'
import type { Random } from '#server/platform/runtime/random.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { closeServiceByName, openServiceAgain } from './close-service.ts'
import { type RenewalOutcome, renewLinkKeysCommand, renewLinks } from './renew-link-keys.ts'
import { backUp, backUpAndKeep, drillFile, restore, verify as verifyBackup } from './run-backup.ts'
import { sentenceOfAudit } from './run-drill.ts'
import { type MediaTarget, move, moveMediaAway, takeMoveBack } from './run-move.ts'
import { type Trouble, whereDatabaseIs } from './where-database-is.ts'

/** The environment of the command. */
export type AdminTool = {
  /** The arguments after `npm run admin --`. */
  readonly args: readonly string[]
  /** `baseUrl` is only needed without a running server. */
  readonly config: Pick<
    ReadConfig,
    | 'dataDir'
    | 'databaseUrl'
    | 'mediaFolder'
    | 's3'
    | 'appSecret'
    | 'previousAppSecret'
    | 'backupFolder'
    | 'backupKeep'
    | 'backupMedia'
    // for closing the service without a running server
    | 'productName'
    | 'seller'
    | 'demo'
    | 'serviceMode'
    | 'siteFolder'
    | 'priceSet'
  > & {
    readonly baseUrl: URL | undefined
  }
  /** The base of relative paths. */
  readonly workingFolder: string
  /** `MOVE_TO`: not an argument, which other users of the machine could read. */
  readonly moveTo?: string | undefined
  /** `MOVE_MEDIA_TO`. */
  readonly moveMediaTo?: MediaTarget | undefined
  readonly migrationsDir: string
  readonly clock: Clock
  readonly random: Random
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  readonly errors: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

/** The command's output, or its error. */
type Said = { readonly answer: string } | { readonly complaint: string }

/**
 * `create [--email …] [--again [--without-two-factor]]` prints the link for becoming the admin; `verify-audit` verifies
 * the audit log; `backup [file | keep]`, `backup verify <file>` and `restore <file>` back up and restore the site; `drill <file>` tries a backup;
 * `declarations` lists, accepts and rejects declarations about contracts; `close-service [--undo]` and `open-service`
 * close the service and reopen it; `move [--undo]` moves the site to another database; `move-media` copies the media to another place; `renew-link-keys` invalidates
 * mailed links. Returns the exit code: 0 done, 1 an
 * admin exists already, the log is not intact, or a fault (nothing was changed), 2 invalid arguments.
 */
export async function runAdmin(tool: AdminTool): Promise<number> {
  const complain = (sentence: string, code: number) => {
    tool.errors.write(`${sentence}\n`)
    return code
  }
  const asked = readArguments(tool.args)
  if (typeof asked === 'string') return complain(`${asked}\n${m.admin_usage()}`, 2)
  try {
    const said = await asked(tool)
    if ('complaint' in said) return complain(said.complaint, 1)
    tool.output.write(`${said.answer}\n`)
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

/** The command of the arguments, or a sentence with their fault. */
function readArguments(args: readonly string[]): ((tool: AdminTool) => Promise<Said>) | string {
  const read = parsed(args)
  if (typeof read === 'string') return read
  const [command, file, ...more] = read.positionals
  const options = Object.keys(read.values)
  if (command === 'declarations' && options.length === 0)
    return readDeclarations(file, more) ?? m.admin_declarations_usage()
  if (command === 'backup' && file === 'verify' && more.length === 1 && options.length === 0)
    return (tool) => verifyFile(tool, more[0] ?? '')
  if (command === 'close-service' && file === undefined && options.every((option) => option === 'undo'))
    return read.values.undo ? opening('undo') : async (tool) => said(await closeServiceByName(tool))
  if (command === 'open-service' && file === undefined && options.length === 0) return opening('open')
  if (command === renewLinkKeysCommand && file === undefined && options.length === 0) return renewLinkKeys
  if (command === 'move' && file === undefined && options.every((option) => option === 'undo'))
    return read.values.undo ? takeMoveBack : move
  if (command === 'move-media' && file === undefined && options.length === 0) return moveMediaAway
  const hasOptions = options.length > 0
  if (read.values.undo) return m.admin_command_unknown()
  if (more.length > 0 || (command !== 'create' && hasOptions)) return m.admin_command_unknown()
  if (command === 'backup' && file === 'verify') return m.backup_verify_usage()
  if (command === 'backup' && file === 'keep') return async (tool) => ({ answer: await backUpAndKeep(tool) })
  if (command === 'backup') return async (tool) => ({ answer: await backUp(tool, file) })
  if (command === 'drill' && file !== undefined)
    return async (tool) => {
      const { holds, said } = await drillFile(tool, file)
      return holds ? { answer: said } : { complaint: said }
    }
  if (command === 'restore' && file !== undefined)
    return async (tool) => ({ answer: await restore(tool, file) })
  if (command === verifyAuditCommand && file === undefined) return verify
  if (command !== 'create' || file !== undefined) return m.admin_command_unknown()
  const { email, again = false, 'without-two-factor': withoutTwoFactor = false } = read.values
  if (email !== undefined && !isEmail(email)) return m.admin_email_invalid({ email })
  if (email !== undefined && again) return m.admin_email_again()
  if (withoutTwoFactor && !again) return m.admin_without_two_factor_alone()
  return (tool) => createAdmin(tool, { email: email ?? null, again, withoutTwoFactor })
}

async function verifyFile(tool: AdminTool, file: string): Promise<Said> {
  const { verified, said } = await verifyBackup(tool, file)
  return verified ? { answer: said } : { complaint: said }
}

async function renewLinkKeys(tool: AdminTool): Promise<Said> {
  const { appSecret, previousAppSecret } = tool.config
  const command = { command: renewLinkKeysCommand, request: null }
  const renewal = await whereDatabaseIs<RenewalOutcome | undefined>(tool, command, async (open) =>
    appSecret === undefined
      ? undefined
      : renewLinks({ database: await open() }, { appSecret, previousAppSecret }),
  )
  if (renewal === undefined) return { complaint: m.admin_links_secret_missing() }
  if ('trouble' in renewal) return { complaint: sentenceOfTrouble(renewal) }
  return renewal.outcome === 'renewed'
    ? { answer: m.admin_links_renewed() }
    : { complaint: m.admin_links_another_secret() }
}

function opening(act: 'undo' | 'open') {
  return async (tool: AdminTool) => said(await openServiceAgain(tool, act))
}

function said(outcome: Said | Trouble): Said {
  return 'trouble' in outcome ? { complaint: sentenceOfTrouble(outcome) } : outcome
}

/** `declarations`, `declarations accept <id> [contract number]`, `declarations reject <id>`. */
function readDeclarations(
  decision: string | undefined,
  [id, ...words]: readonly string[],
): ((tool: AdminTool) => Promise<Said>) | undefined {
  if (decision === undefined) return (tool) => declarations(tool, { decision: 'list' })
  if (id === undefined) return undefined
  const contract = words.length > 0 ? words.join(' ') : undefined
  if (decision === 'accept') return (tool) => declarations(tool, { decision, id, contract })
  return decision === 'reject' && contract === undefined
    ? (tool) => declarations(tool, { decision, id })
    : undefined
}

async function declarations(tool: AdminTool, request: DeclarationsRequest): Promise<Said> {
  const outcome = await whereDatabaseIs(tool, { command: declarationsCommand, request }, async (open) =>
    decideAsOperator({ database: await open(), clock: tool.clock }, request),
  )
  if ('trouble' in outcome) return { complaint: sentenceOfTrouble(outcome) }
  if ('list' in outcome)
    return { answer: outcome.list.length === 0 ? m.admin_declarations_none() : outcome.list.join('\n') }
  if ('decided' in outcome)
    return {
      answer:
        outcome.decided === 'accepted' ? m.admin_declaration_accepted() : m.admin_declaration_rejected(),
    }
  return { complaint: declarationRefused[outcome.refused]() }
}

const declarationRefused = {
  'not-waiting': m.admin_declaration_not_waiting,
  'contract-needed': m.admin_declaration_contract_needed,
  'pieces-needed': m.admin_declaration_pieces_needed,
} as const

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        again: { type: 'boolean' },
        'without-two-factor': { type: 'boolean' },
        undo: { type: 'boolean' },
      },
    })
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
      return m.admin_words_unknown()
    throw error
  }
}

async function createAdmin(tool: AdminTool, asked: AdminLinkRow): Promise<Said> {
  const { clock, random, config } = tool
  const command = { command: adminLinkCommand, request: asked }
  const outcome = await whereDatabaseIs<AdminLinkOutcome | string>(tool, command, async (open) => {
    const { baseUrl } = config
    if (!baseUrl) return m.admin_base_url_missing()
    return makeAdminLink({ database: await open(), clock, random, baseUrl }, asked)
  })
  if (typeof outcome === 'string') return { complaint: outcome }
  if ('trouble' in outcome) return { complaint: sentenceOfTrouble(outcome) }
  if (outcome.kind === 'admin-exists') return { complaint: m.admin_exists() }
  return { answer: `${sentenceOf(outcome.purpose, asked)}\n${outcome.url}` }
}

async function verify(tool: AdminTool): Promise<Said> {
  const command = { command: verifyAuditCommand, request: null }
  const verdict = await whereDatabaseIs(tool, command, async (open) => verifyAudit((await open()).db))
  if ('trouble' in verdict) return { complaint: sentenceOfTrouble(verdict) }
  const said = sentenceOfAudit(verdict)
  return 'fault' in verdict ? { complaint: said } : { answer: said }
}

function sentenceOfTrouble({ trouble }: Trouble): string {
  return trouble === 'gone' ? m.admin_server_gone() : m.admin_server_failed()
}
