import type { calls } from '#contract/calls.ts'
import { type CheckedRow, checkRows, type NewPerson, type RowFault } from '#domain/moving-in/check-rows.ts'
import { dayIn } from '#domain/zone-days.ts'
import { hasRightCheckDigits } from '#server/books/billing/vat-id-checksum.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallContext, UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { planOnSale } from '#server/platform/site-files/plan-on-sale.ts'
import { customersInUse } from './moved-cards.store.ts'
import { addressesInUse, keepCheckedList } from './people-import.store.ts'

/** So many people and refused rows are shown. */
const shown = 10

/**
 * Checks a list of people (`checkRows`, addresses with an account, printable names), and keeps it for its import. Adds
 * nobody. 403 as `confirmAdminLately`; 422 `invalid` for a column that the list does not have.
 */
export const checkPeopleList: UseCase<'checkPeopleList'> = async (services, context) => {
  const { file, columns, mapping, language } = context.body
  if (Object.values(mapping).some((column) => column !== undefined && column >= columns.length))
    return new Problem('invalid', { fields: { mapping: 'field_invalid' } })
  // of money nothing is guessed
  if (mapping.price !== undefined && context.body.prices === undefined)
    return new Problem('invalid', { fields: { prices: 'field_invalid' } })
  const by = await confirmAdminLately(services, context)
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
  services: Services,
  { rows, mapping, language, prices }: CallContext<typeof calls.checkPeopleList>['body'],
): Promise<readonly CheckedRow[]> {
  const { clock, config, database } = services
  const { zone } = config.seller
  const intervals = planOnSale(services).intervals.map(({ interval }) => interval)
  const today = dayIn(clock.now(), zone)
  const checked = checkRows(rows, { mapping, language, zone, today, prices, intervals })
  const keys = checked.flatMap((row) => ('person' in row ? [row.person.emailKey] : []))
  const customers = checked.flatMap((row) =>
    'person' in row && row.person.card ? [row.person.card.customer] : [],
  )
  const known = {
    addresses: await addressesInUse(database.db, keys),
    customers: await customersInUse(database.db, customers),
    hasPayers: [...services.payments.values()].some(({ readPayer }) => readPayer),
  }
  const { unprintableIn } = await import('#server/books/invoices/invoice-fonts.ts')
  const result: CheckedRow[] = []
  for (const { row, cells, ...read } of checked) {
    const fault =
      'fault' in read
        ? read.fault
        : await faultOf(read.person, known, (text) => unprintableIn(text).length > 0)
    result.push(fault ? { row, cells, fault } : { row, cells, ...read })
  }
  return result
}

async function faultOf(
  { emailKey, name, card }: NewPerson,
  known: {
    readonly addresses: ReadonlySet<string>
    readonly customers: ReadonlySet<string>
    readonly hasPayers: boolean
  },
  isUnprintable: (text: string) => boolean,
): Promise<RowFault | undefined> {
  if (known.addresses.has(emailKey)) return 'email-taken'
  if (isUnprintable(name)) return 'name-unprintable'
  if (!card) return undefined
  if (!known.hasPayers) return 'no-stripe'
  if (known.customers.has(card.customer)) return 'customer-taken'
  if (isUnprintable(card.billingAddress)) return 'address-unprintable'
  const isRight = card.vatId === null || (await hasRightCheckDigits(card.country, card.vatId))
  return isRight ? undefined : 'vat-id-invalid'
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
    withAccess: people.filter(({ until, card }) => until !== null || card !== null).length,
    withConsent: people.filter(({ consentOn }) => consentOn !== null).length,
    withCard: people.filter(({ card }) => card !== null).length,
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
