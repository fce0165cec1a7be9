import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import { createTestDatabase } from '#support/database.ts'
import { seedDueRenewals } from '#support/due-renewals.ts'
import { type KillableSite, killableSite } from '#support/killable-site.ts'
import { booksOf, seedPayers, settled } from '#support/payers.ts'
import { rounds } from '#support/rounds.ts'
import { allInvoices } from '#support/stored/money.ts'
import { allRows } from '#support/stored/rows.ts'
import { takenAtSandbox } from '#support/stored/sandbox-money.ts'

// Hundreds of subscriptions are due, and the server is killed again and again while it renews them. In the end each was
// charged once, for one period, with one invoice, and no number of an invoice is missing.

const count = rounds.renewals
/** When it is killed: when such a share has been charged. */
const deaths = Array.from(
  { length: rounds.kills },
  (_, index) => 0.02 + (0.93 * index) / (rounds.kills - 1 || 1),
)
let database: Database
let site: KillableSite

beforeAll(async () => {
  database = await createTestDatabase()
  site = await killableSite(database)
  await site.start()
  await site.server.stop()
}, 180_000)
afterAll(async () => {
  await site.end()
  await database.close()
})

test(`${count} renewals through ${deaths.length} kills are ${count} charges`, async () => {
  const payers = await seedPayers(database, count)
  await seedDueRenewals(database, payers, new Date())
  for (const share of deaths) {
    const server = await site.start()
    while ((await charged()) < count * share) {
      if (server.process.exitCode !== null) throw new Error(`it ended: ${server.output().stderr}`)
      await new Promise((wake) => setTimeout(wake, 10))
    }
    await site.kill()
  }
  expect(await charged()).toBeLessThan(count)
  await site.start()
  while ((await renewed()) < count) await new Promise((wake) => setTimeout(wake, 200))
  await settled(database)
  const all = payers.map(({ accountId }) => accountId)
  const once = { charges: 1, invoices: 1, books: 'captured 1190, invoiced 1190' }
  expect(await booksOf(database, all)).toEqual(new Map(all.map((id) => [id, once])))
  const invoices = await allInvoices(database.db)
  expect(invoices.map(({ number }) => Number(number.slice(5)))).toEqual(all.map((_, index) => index + 1))
}, 900_000)

const charged = async () => (await takenAtSandbox(database.db)).length
const renewed = async () => {
  const now = new Date()
  const subscriptions = await allRows(database.db, 'subscription')
  return subscriptions.filter(({ status, until }) => status === 'active' && until > now).length
}
