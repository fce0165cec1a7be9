import type { calls } from '#contract/calls.ts'
import { type CheckedRow, checkRows } from '#domain/moving-in/check-rows.ts'
import { dayIn } from '#domain/zone-days.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { addressesInUse, keepCheckedList } from './people-import.store.ts'

/** So many people and refused rows are shown. */
const shown = 10

/**
 * Checks a list of people (`checkRows`, addresses with an account, printable names), and keeps it for its import. Adds
 * nobody. 403 as `confirmAdminLately`; 422 `invalid` for a column that the list does not have.
 */
export async function checkPeopleList(
  services: Services,
  context: CallContext<typeof calls.checkPeopleList>,
): Promise<CallAnswer<typeof calls.checkPeopleList>> {
  const { file, columns, mapping, language, password } = context.body
  if (Object.values(mapping).some((column) => column !== undefined && column >= columns.length))
    return new Problem('invalid', { fields: { mapping: 'field_invalid' } })
  const by = await confirmAdminLately(services, context, password)
  if (by instanceof Problem) return by
  const rows = await checkWithSite(services, context.body)
  const id = services.random.id()
  const answer = { status: 200, body: { id, ...summaryOf(rows, mapping.email) } } as const
  await inTransaction(services.database.db, async (trx) => {
    await keepCheckedList(trx, { id, file, columns, language, rows, at: services.clock.now() })
    await context.remember(trx, answer)
    const { good, bad } = answer.body
    await recordAudit(trx, services, by, { action: 'people-list-checked', target: id, after: { good, bad } })
  })
  return answer
}

async function checkWithSite(
  { clock, config, database }: Pick<Services, 'clock' | 'config' | 'database'>,
  { rows, mapping, language }: CallContext<typeof calls.checkPeopleList>['body'],
): Promise<readonly CheckedRow[]> {
  const { zone } = config.seller
  const checked = checkRows(rows, { mapping, language, zone, today: dayIn(clock.now(), zone) })
  const keys = checked.flatMap((row) => ('person' in row ? [row.person.emailKey] : []))
  const inUse = await addressesInUse(database.db, keys)
  const { unprintableIn } = await import('#server/books/invoices/invoice-fonts.ts')
  return checked.map(({ row, cells, ...read }) => {
    if ('fault' in read) return { row, cells, ...read }
    if (inUse.has(read.person.emailKey)) return { row, cells, fault: 'email-taken' }
    return unprintableIn(read.person.name).length > 0
      ? { row, cells, fault: 'name-unprintable' }
      : { row, cells, ...read }
  })
}

function summaryOf(rows: readonly CheckedRow[], emailColumn: number) {
  const people = rows.flatMap((row) => ('person' in row ? [{ row: row.row, ...row.person }] : []))
  const faults = rows.flatMap((row) =>
    'fault' in row
      ? [{ row: row.row, email: (row.cells[emailColumn] ?? '').slice(0, 254), fault: row.fault }]
      : [],
  )
  return {
    good: people.length,
    bad: faults.length,
    withAccess: people.filter(({ until }) => until !== null).length,
    withConsent: people.filter(({ consentOn }) => consentOn !== null).length,
    people: people.slice(0, shown).map(({ row, name, email, seats, until, language, consentOn }) => ({
      row,
      name,
      email,
      seats,
      until,
      language,
      consentOn,
    })),
    faults: faults.slice(0, shown),
  }
}
