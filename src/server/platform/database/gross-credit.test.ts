import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { priceSets } from '#domain/pricing.ts'
import { databaseBefore } from '#support/database.ts'

// Credit was net until migration 0031: stored credit gets its tax, from its invoices.

const { database, upgrade } = databaseBefore('0031')

const month = { value: 1, unit: 'm' }
const plan = priceSets.launch

/** An account with a paid period of three users, two removed since, and what else there was. */
async function account(
  credit: number,
  invoices: readonly { net: number; rate: number; credited?: number }[],
  openCharge: object | null = null,
): Promise<string> {
  const id = randomUUID()
  const { db } = database
  await sql`insert into account (id, name, language, created_at) values (${id}, 'Ada', 'en', now())`.execute(
    db,
  )
  for (const [index, { net, rate, credited = 0 }] of invoices.entries()) {
    const number = `${id} ${index}`
    const vat = (net * rate) / 10_000
    await sql`insert into invoice (id, number, kind, account_id, issued_on, net_cents, vat_cents, gross_cents, facts,
      effect_key, created_at) values (${randomUUID()}, ${number}, 'invoice', ${id}, '2026-11-21', ${net}, ${vat},
      ${net + vat}, ${JSON.stringify({ vat: { basisPoints: rate } })}, ${`invoice ${id} period-${index + 1}`}, now())`.execute(
      db,
    )
    if (credited > 0)
      await sql`insert into invoice (id, number, kind, account_id, corrects, issued_on, net_cents, vat_cents, gross_cents,
        facts, effect_key, created_at) values (${randomUUID()}, ${`${number} note`}, 'credit-note', ${id}, ${number},
        '2026-11-21', ${-credited}, ${(-credited * rate) / 10_000}, ${-credited - (credited * rate) / 10_000}, '{}',
        ${`note ${number}`}, now())`.execute(db)
  }
  const last = invoices.length
  const { net, rate } = invoices.at(-1) ?? { net: 3000, rate: 1900 }
  const payment = {
    key: `period-${last}`,
    kind: 'period',
    amount: {
      netCents: net,
      vatBasisPoints: rate,
      vatCents: (net * rate) / 10_000,
      grossCents: net + (net * rate) / 10_000,
    },
    creditCents: 0,
    paidBefore: 1,
    paidLicenses: 3,
    periodCreditCents: 0,
    refundedNetCents: 0,
  }
  const state = {
    plan,
    interval: month,
    creditCents: credit,
    periodCreditCents: credit,
    payments: [payment],
    openCharge,
  }
  await sql`insert into subscription (account_id, status, until, license_count, credit_cents, version, state)
    values (${id}, 'active', now(), 1, ${credit}, 1, ${JSON.stringify(state)})`.execute(db)
  return id
}

test('a balance gets the tax of the newest invoices that it can have come from, and their credit notes are due', async () => {
  const german = await account(1333, [{ net: 3000, rate: 1900 }])
  const austrian = await account(1439, [
    { net: 9000, rate: 1900 },
    { net: 3000, rate: 2000, credited: 2000 },
  ])
  const untaxed = await account(1333, [{ net: 3000, rate: 0 }])
  const small = await account(-25, [{ net: 3000, rate: 1900 }])
  const open = await account(500, [{ net: 3000, rate: 1900 }], {
    key: 'period-2',
    purpose: { kind: 'period', priceCents: 3000 },
    amount: { netCents: 2500, vatBasisPoints: 1900, vatCents: 475, grossCents: 2975 },
    creditCents: 500,
  })
  await upgrade()

  const { db } = database
  const rows = await db.selectFrom('subscription').select(['account_id', 'credit_cents', 'state']).execute()
  const balance = (id: string) => rows.find((row) => row.account_id === id)?.credit_cents
  const state = (id: string) => rows.find((row) => row.account_id === id)?.state
  expect([german, untaxed, small, open].map(balance)).toEqual([1333 + 253, 1333, 0, 595])
  // 1000 were left of the newer invoice, at 20 %; the other 439 are of the one before
  expect(balance(austrian)).toBe(1439 + 200 + 83)
  expect(state(german)).toMatchObject({
    creditCents: 1586,
    periodCreditCents: 1586,
    payments: [
      { creditedNetCents: 1333, creditedVatCents: 253, refundedCents: 0, creditCents: 0, levelCents: 3000 },
    ],
    openCharge: null,
  })
  // the charge is the amount shown; the balance pays the rest of the invoice
  expect(state(open)).toMatchObject({
    openCharge: { dueCents: 2975, amount: { netCents: 3000, vatCents: 570, grossCents: 3570 } },
  })
  const due = await db
    .selectFrom('credit_to_correct')
    .innerJoin('invoice', 'invoice.id', 'credit_to_correct.invoice_id')
    .select(['credit_to_correct.net_cents as net', 'credit_to_correct.vat_cents as vat'])
    .where('account_id', 'in', [german, austrian, untaxed, small])
    .orderBy('credit_to_correct.net_cents')
    .orderBy('credit_to_correct.vat_cents')
    .execute()
  expect(due).toEqual([
    { net: 439, vat: 83 },
    { net: 1000, vat: 200 },
    { net: 1333, vat: 0 },
    { net: 1333, vat: 253 },
  ])
})
