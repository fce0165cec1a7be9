import type { AuditFilter } from '#contract/desk/audit.ts'
import { rangeOf } from '#domain/page-size.ts'
import { dayIn } from '#domain/zone-days.ts'
import { searched } from '#server/front/admin/people/show-people.ts'
import { sendCsv } from '#server/front/admin/send-file.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { csvPieces } from '#server/platform/runtime/csv.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  type AuditConditions,
  countEntries,
  type FoundEntry,
  findEntries,
  namesOfAccounts,
} from './audit-log.store.ts'

type Needs = Pick<Services, 'clock' | 'config' | 'database'>

/** `GET /api/admin/audit`: a page of the audit log. */
export const showAuditLog: UseCase<'auditLog', Needs> = async (services, { query: { page, ...filter } }) => {
  const { db } = services.database
  const conditions = await conditionsOf(services, filter)
  const count = await countEntries(db, conditions)
  const rows = await findEntries(db, conditions, rangeOf(page))
  const names = await namesOfAccounts(db, rows.flatMap(accountsOf))
  const entries = rows.map(({ acting_as: actingAs, request_id: requestId, hash: _hash, ...row }) => ({
    ...row,
    at: row.at.toISOString(),
    account: names.get(row.target) ?? null,
    // the id is all that is left of a deleted account
    actingAs: actingAs && (names.get(actingAs) ?? actingAs),
    requestId,
    before: factsOf(row.before),
    after: factsOf(row.after),
  }))
  return { status: 200, body: { count, entries } }
}

/** Entries that are in memory at a time. */
const partSize = 500

const columns = [
  'Position',
  'Time',
  'Change',
  'By',
  'Target',
  'In the account',
  'Network',
  'Request',
  'Before',
  'After',
  'Hash of the log up to here',
]

/** `GET /api/admin/audit.csv`: all entries that the filter leaves, newest first, part by part. */
export const sendAuditLog: UseCase<'auditCsv', Needs> = async (services, { query, reply }) => {
  const conditions = await conditionsOf(services, query)
  const day = dayIn(services.clock.real(), services.config.seller.zone)
  return sendCsv(reply, `audit-log-${day}.csv`, csvPieces(columns, cells(services, conditions)))
}

async function* cells({ database: { db } }: Needs, conditions: AuditConditions) {
  let before: number | undefined
  do {
    const rows: FoundEntry[] = await findEntries(db, conditions, { before, limit: partSize })
    yield rows.map((row) => ({
      Position: row.position,
      Time: row.at,
      Change: row.action,
      By: row.actor,
      Target: row.target,
      'In the account': row.acting_as,
      Network: row.network,
      Request: row.request_id,
      Before: row.before,
      After: row.after,
      'Hash of the log up to here': row.hash.toString('hex'),
    }))
    before = rows.length < partSize ? undefined : rows.at(-1)?.position
  } while (before !== undefined)
}

async function conditionsOf(
  services: Needs,
  { search = '', ...days }: Omit<AuditFilter, 'page'>,
): Promise<AuditConditions> {
  const { zone } = services.config.seller
  const found = await searched(services, search)
  const accounts = [...(found?.by.keys() ?? [])]
  return { ...days, zone, about: found && { keys: [search.trim(), ...accounts], accounts } }
}

const accountId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

function accountsOf({ target, acting_as: actingAs }: FoundEntry): string[] {
  return [target, actingAs ?? ''].filter((id) => accountId.test(id))
}

function factsOf(stored: string | null): Record<string, unknown> | null {
  return stored === null ? null : JSON.parse(stored)
}
