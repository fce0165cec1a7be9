import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { runDueSubscriptions } from '#server/business/subscriptions/run-due-subscriptions.ts'
import { sendReminders } from '#server/business/subscriptions/send-reminders.ts'
import { migrationsFolder } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import type { PaymentProvider } from '#server/platform/outside/payment.ts'
import { seedDueRenewals } from '#support/due-renewals.ts'
import { seedPayers } from '#support/payers.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'
import { processorSecondsOfTree } from './processor-time.ts'
import type { Row } from './report.ts'

/** A PostgreSQL server for new databases. */
export type PostgresqlServer = { readonly url: (database: string) => string; readonly pid: number }

const providerMs = 300
const goalSeconds = 60
const goalPerSecond = 50

/** Measures a night of renewals with a slow and with a quick provider, and an hour without due reminders. */
export async function measureRenewals(server: PostgresqlServer, count: number): Promise<Row[]> {
  const slow = await night(server, { name: 'slow_night', renewals: 1_000, chargeMs: providerMs })
  const quick = await night(server, { name: 'quick_night', renewals: count, chargeMs: 0 })
  const rate = count / quick.seconds
  const spent = quick.reminders
  return [
    {
      area: `1,000 due renewals, the provider taking ${providerMs} ms for each`,
      measured: `${slow.seconds.toFixed(1)} s`,
      against: `${slow.charges.toLocaleString('en')} charges; so 50,000 in ${((slow.seconds * 50) / 3_600).toFixed(2)} h`,
      goal: `${goalSeconds} s`,
      met: slow.seconds <= goalSeconds && slow.charges === 1_000,
    },
    {
      area: 'due renewals with a provider that answers at once',
      measured: `${rate.toFixed(0)} a second`,
      against: `${count.toLocaleString('en')} due, ${quick.charges.toLocaleString('en')} charges`,
      goal: `${goalPerSecond} a second`,
      met: rate >= goalPerSecond && quick.charges === count,
    },
    {
      area: 'an hour in which nobody is reminded',
      measured: `${Math.round(spent.own * 1e3)} ms + ${Math.round(spent.database * 1e3)} ms PostgreSQL`,
      against: `${count.toLocaleString('en')} subscriptions, ${spent.mails} mails`,
      goal: '50 ms in all',
      met: spent.own + spent.database <= 0.05 && spent.mails === 0,
    },
  ]
}

async function night(
  server: PostgresqlServer,
  { name, renewals, chargeMs }: { name: string; renewals: number; chargeMs: number },
) {
  const database = await openNewDatabase(server, name)
  const site = await createTestApp({ start: new Date(), services: { database } })
  try {
    if (chargeMs > 0) slowDown(site, chargeMs)
    for (let made = 0; made < renewals; made += 500)
      await seedDueRenewals(
        database,
        await seedPayers(database, Math.min(500, renewals - made)),
        site.clock.now(),
      )
    const begun = performance.now()
    const outcome = await runDueSubscriptions(site.services)
    const seconds = (performance.now() - begun) / 1_000
    if (outcome !== 'done') throw new Error(`the renewals ended ${outcome}`)
    const { rows } = await database.pool.query<{ charges: number }>(
      "select count(*)::int as charges from sandbox_charge where state = 'succeeded'",
    )
    return { seconds, charges: rows[0]?.charges ?? 0, reminders: await remindNobody(site, server.pid) }
  } finally {
    await site.close()
  }
}

/** All accounts have just been renewed. */
async function remindNobody(site: TestApp, databasePid: number) {
  const mails = async () => {
    const { rows } = await site.services.database.pool.query<{ mails: number }>(
      'select count(*)::int as mails from mail',
    )
    return rows[0]?.mails ?? 0
  }
  await sendReminders(site.services)
  const written = await mails()
  const rounds = 5
  const { user, system } = process.cpuUsage()
  const databaseBefore = processorSecondsOfTree(databasePid)
  for (let round = 0; round < rounds; round += 1) await sendReminders(site.services)
  const own = process.cpuUsage({ user, system })
  return {
    own: (own.user + own.system) / 1e6 / rounds,
    database: (processorSecondsOfTree(databasePid) - databaseBefore) / rounds,
    mails: (await mails()) - written,
  }
}

function slowDown({ services }: TestApp, chargeMs: number): void {
  const payments = services.payments as Map<string, PaymentProvider>
  const sandbox = payments.get('sandbox')
  if (!sandbox) throw new Error('the site has no sandbox')
  payments.set('sandbox', {
    ...sandbox,
    charge: async (order) => {
      await wait(chargeMs)
      return sandbox.charge(order)
    },
  })
}

/** Creates a database with all tables on the server. */
export async function openNewDatabase({ url }: Pick<PostgresqlServer, 'url'>, name: string) {
  const client = new pg.Client(url('postgres'))
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const log = { info: () => {}, warn: console.warn, error: console.error }
  return openDatabase({ databaseUrl: url(name), dataDir: '', migrationsDir: migrationsFolder, log })
}
