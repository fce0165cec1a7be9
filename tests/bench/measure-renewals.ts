import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { migrationsFolder } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import type { PaymentProvider } from '#server/outside/payment.ts'
import { runDueSubscriptions } from '#server/subscriptions/run-due-subscriptions.ts'
import { seedDueRenewals } from '#support/due-renewals.ts'
import { seedPayers } from '#support/payers.ts'
import { createTestApp } from '#support/test-app.ts'
import type { Row } from './report.ts'

const renewals = 1_000
const providerMs = 300
const goalSeconds = 60

/**
 * A night of renewals: so many are due at once, and the provider takes its time for each.
 * @param urlOf the address of a database of that name on a PostgreSQL server, where a new one is made
 */
export async function measureRenewals(urlOf: (name: string) => string): Promise<Row> {
  const server = new pg.Client(urlOf('postgres'))
  await server.connect()
  await server.query('create database renewals')
  await server.end()
  const log = { info: () => {}, warn: console.warn, error: console.error }
  const database = await openDatabase({
    databaseUrl: urlOf('renewals'),
    dataDir: '',
    migrationsDir: migrationsFolder,
    log,
  })
  const site = await createTestApp({ start: new Date(), services: { database } })
  try {
    const payments = site.services.payments as Map<string, PaymentProvider>
    const sandbox = payments.get('sandbox')
    if (!sandbox) throw new Error('the site has no sandbox')
    payments.set('sandbox', {
      ...sandbox,
      charge: async (order) => {
        await wait(providerMs)
        return sandbox.charge(order)
      },
    })
    await seedDueRenewals(database, await seedPayers(database, renewals), site.clock.now())
    const begun = performance.now()
    const outcome = await runDueSubscriptions(site.services)
    const seconds = (performance.now() - begun) / 1_000
    const paid = await database.db
      .selectFrom('charge')
      .select('id')
      .where('state', '=', 'succeeded')
      .execute()
    if (outcome !== 'done' || paid.length !== renewals) throw new Error(`${paid.length} were renewed`)
    const hours = (seconds * 50) / 3_600
    return {
      area: `${renewals.toLocaleString('en')} due renewals, the provider taking ${providerMs} ms for each`,
      measured: `${seconds.toFixed(1)} s`,
      against: `so 50,000 in ${hours.toFixed(2)} h`,
      goal: `${goalSeconds} s`,
      met: seconds <= goalSeconds && hours <= 1,
    }
  } finally {
    await site.close()
  }
}
