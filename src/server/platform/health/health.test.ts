import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createApp } from '#server/app.ts'
import { upkeepSteps } from '#server/background.ts'
import { serverVersionQuery, toolVersion } from '#server/front/backup/postgresql-versions.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { cookieName } from '#server/platform/http/cookies.ts'
import { recordRun } from '#server/platform/jobs/upkeep.store.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { alreadyRegisteredMail } from '#server/platform/mail/templates/contacts.ts'
import type { PaymentProvider } from '#server/platform/outside/payment.ts'
import { storeCategory, storeVideo } from '#support/stored/library.ts'
import { changeUnsent } from '#support/stored/mails.ts'
import { emptyTables } from '#support/stored/rows.ts'
import { sandboxOf } from '#support/subscriber.ts'
import { type TestApp, testApp } from '#support/test-app.ts'
import { TestClient } from '#support/test-client.ts'

const site = testApp()

async function storeFilm(): Promise<void> {
  await storeCategory(site.db, 'all')
  await storeVideo(site.db, 'one', { category_id: 'all', film_key: 'film.mp4' })
}

/** The same site with some of its world replaced. */
async function health(services: Partial<TestApp['services']> = {}) {
  const app = await createApp({ ...site.services, ...services })
  const client = new TestClient(app, site.services.config)
  const [live, ready] = [await client.call(calls.healthLive), await client.call(calls.healthReady)]
  await app.close()
  return { live: live.status, ready: ready.status, ...ready.body }
}

const allGood = { database: 'ok', migrations: 'ok', disk: 'ok', media: 'ok', mail: 'ok' }

test('a site that is well is alive and ready', async () => {
  expect(await health()).toEqual({ live: 200, ready: 200, status: 'ok', reasons: [], checks: allGood })
})

test('without its database it is alive but not ready', async () => {
  const database = { ...site.services.database, ready: async () => false }
  const report = await health({ database })
  expect(report).toMatchObject({ live: 200, ready: 503, status: 'failing' })
  expect(report.reasons).toContain('database is failing')
  expect(report.checks).toMatchObject({ database: 'failing', disk: 'ok' })
})

test('it says the same to a browser that sends a session cookie', async () => {
  const { database, config } = site.services
  let isAway = false
  const away = () => {
    throw new Error('the database is away')
  }
  const app = await createApp({
    ...site.services,
    database: {
      ...database,
      get db() {
        return isAway ? away() : database.db
      },
      get pool() {
        return isAway ? away() : database.pool
      },
      ready: async () => !isAway,
    },
  })
  isAway = true
  const client = new TestClient(app, config)
  client.cookies.set(cookieName(config, 'session'), 's'.repeat(43))
  expect((await client.call(calls.healthLive)).status).toBe(200)
  const { status, body } = await client.call(calls.healthReady)
  expect({ status, body }).toMatchObject({
    status: 503,
    body: { reasons: ['database is failing', 'migrations is failing'] },
  })
  await app.close()
})

test('when another process has changed the tables to a schema that this one does not know, it is not ready', async () => {
  const { pool } = site.services.database
  await pool.query("insert into kysely_migration (name, timestamp) values ('9999-later', '2027-01-01')")
  const { rows } = await pool.query<{ knows: string }>('select knows from oldest_program')
  await pool.query("update oldest_program set knows = '9999-later'")
  expect(await health()).toMatchObject({ ready: 503, checks: { ...allGood, migrations: 'failing' } })
  await pool.query("delete from kysely_migration where name = '9999-later'")
  await pool.query('update oldest_program set knows = $1', [rows[0]?.knows])
})

test('it stays ready if changes of another process are compatible, as in a rolling upgrade', async () => {
  const { pool } = site.services.database
  await pool.query("insert into kysely_migration (name, timestamp) values ('9999-later', '2027-01-01')")
  expect(await health()).toMatchObject({ ready: 200, status: 'ok' })
  await pool.query("delete from kysely_migration where name = '9999-later'")
})

test('when its disk takes nothing any more, it is not ready', async () => {
  // a file system that is read-only for every user
  const config = { ...site.services.config, mediaFolder: '/proc' }
  expect(await health({ config })).toMatchObject({
    ready: 503,
    checks: { ...allGood, disk: 'failing', media: 'failing' },
  })
})

test('if its media folder is missing, or is empty although there are videos, it is not ready', async () => {
  const { config, database } = site.services
  const gone = { ...config, mediaFolder: join(config.dataDir, 'not-mounted') }
  const missing = await health({ config: gone })
  expect(missing).toMatchObject({ ready: 503, status: 'failing', checks: { ...allGood, media: 'failing' } })
  expect(missing.reasons).toEqual(['media is failing: the media folder does not exist'])
  await storeFilm()
  expect((await health()).reasons).toEqual([
    'media is failing: the media folder is empty, but the library has videos',
  ])
  writeFileSync(join(config.mediaFolder, 'film.mp4'), 'a film')
  expect(await health()).toMatchObject({ ready: 200, status: 'ok' })
  await emptyTables(database.db, 'video', 'category')
})

test('if the folder of an embedded database is missing, it is not ready', async () => {
  const config = { ...site.services.config, dataDir: join(site.services.config.dataDir, 'gone') }
  const database = { ...site.services.database, kind: 'embedded' as const }
  const report = await health({ config, database })
  expect(report).toMatchObject({ ready: 503, checks: { ...allGood, disk: 'failing' } })
  expect(report.reasons).toEqual(['disk is failing: the data folder does not exist'])
})

test('a mail server that cannot be used is told, in a word, and the site stays', async () => {
  const told: string[] = []
  const mail = {
    ...site.services.mail,
    check: async () => ({ code: 'EAUTH', message: 'Invalid login: 535 at mail.example.org' }),
  }
  const log = Object.assign(Object.create(site.services.log), {
    warn: ({ problem }: { problem: string }) => told.push(problem),
  })
  const report = await health({ mail, log })
  expect(report).toMatchObject({ ready: 200, status: 'degraded', checks: { ...allGood, mail: 'failing' } })
  expect(report.reasons).toEqual(['mail is failing: the mail server cannot be used (EAUTH)'])
  expect(told).toEqual(['Invalid login: 535 at mail.example.org'])
})

test('a mail server without TLS is told, and mails still leave', async () => {
  const told: string[] = []
  const fault = { code: 'ETLS', message: 'Error upgrading connection with STARTTLS', insecure: true } as const
  const mail = { ...site.services.mail, check: async () => fault }
  const log = Object.assign(Object.create(site.services.log), {
    warn: (_: object, sentence: string) => told.push(sentence),
  })
  expect(await health({ mail, log })).toMatchObject({
    ready: 200,
    status: 'degraded',
    reasons: ['mails are sent without TLS: the mail server offers none (SMTP_URL, SMTP_REQUIRE_TLS)'],
    checks: allGood,
  })
  expect(told).toEqual(['mails are sent without TLS, because the mail server offers none'])
})

test('a payment provider that does not answer is told, and the site stays', async () => {
  const silent = { ...sandboxOf(site), name: 'stripe', isSilent: () => true } as PaymentProvider
  const { ready, status, reasons } = await health({ payments: new Map([['stripe', silent]]) })
  expect({ ready, status }).toEqual({ ready: 200, status: 'degraded' })
  expect(reasons).toContain('the payment provider stripe does not answer')
})

test('PostgreSQL client programs too old for backups are reported, with what to install, and the site runs on', async (context) => {
  if ((await toolVersion('pg_dump', 999)) === undefined) context.skip('no pg_dump on this machine')
  const { database } = site.services
  const pool = Object.assign(Object.create(database.pool), {
    query: (query: string) =>
      query === serverVersionQuery ? { rows: [{ version: 999 }] } : database.pool.query(query),
  })
  const newer = { database: { ...database, kind: 'postgresql' as const, pool } }
  expect(await health({ ...newer, config: { ...site.services.config, role: 'web' } })).toMatchObject({
    status: 'ok',
    reasons: [],
  })
  expect(await health(newer)).toMatchObject({
    ready: 200,
    status: 'degraded',
    reasons: [
      expect.stringMatching(
        /^backups cannot be made: pg_dump \d+ cannot read PostgreSQL 999; .*apt install postgresql-client-999/,
      ),
    ],
    checks: allGood,
  })
})

test('mails that do not leave are reported, and the site stays', async () => {
  const { services } = site
  const { db } = services.database
  const content = alreadyRegisteredMail({ email: 'a@example.org' }, services.config, 'en')
  const order = { effectKey: 'a', template: 'already-registered', to: 'a@example.org', content } as const
  await inTransaction(db, (trx) => queueMail(trx, services, order))
  expect((await health()).checks?.mail).toBe('ok')
  site.clock.advanceReal({ minutes: 6 })
  expect(await health()).toMatchObject({
    ready: 200,
    status: 'degraded',
    checks: { ...allGood, mail: 'failing' },
  })
  await changeUnsent(db, { sentAt: site.clock.real() })
  expect((await health()).checks?.mail).toBe('ok')
  await emptyTables(db, 'mail')
})

describe('a site whose maintenance is late', () => {
  beforeEach(() => site.startOver())

  const ready = async (app = site.app) => {
    const { status, body } = await new TestClient(app, site.services.config).call(calls.healthReady)
    return { code: status, status: body.status, reasons: body.reasons }
  }
  const well = { code: 200, status: 'ok', reasons: [] }
  const late = (since: string) => ({
    code: 200,
    status: 'degraded',
    reasons: ['recover-charges', 'work-through-payment-events', 'run-due-subscriptions'].map(
      (name) => `${name} ${since}`,
    ),
  })
  /** As if a round of every step had just finished, successfully except for those listed. */
  const round = async (...failed: string[]) => {
    for (const { name } of upkeepSteps) {
      const problem = failed.includes(name) ? 'failed' : null
      await recordRun(site.db, { name, at: site.clock.real(), problem })
    }
  }

  test('is degraded, but ready, once billing has failed for more than ten minutes', async () => {
    await round()
    const success = site.clock.real().toISOString()
    site.clock.advanceReal({ minutes: 10 })
    expect(await ready()).toEqual(well)
    site.clock.advanceReal({ seconds: 1 })
    expect(await ready()).toEqual(late(`has not gone well since ${success}`))
    await round()
    expect(await ready()).toEqual(well)
  })

  test("is not affected by the demo's business time", async () => {
    await round()
    site.clock.advanceBusiness({ days: 30 })
    expect(await ready()).toEqual(well)
  })

  test('has ten minutes after its creation', async () => {
    site.clock.advanceReal({ minutes: 10 })
    expect(await ready()).toEqual(well)
    site.clock.advanceReal({ seconds: 1 })
    expect(await ready()).toEqual(late('has never gone well'))
  })

  test('has the same after it was off for a week', async () => {
    await round()
    const success = site.clock.real().toISOString()
    site.clock.advance({ days: 7 })
    const later = await createApp(site.services)
    expect(await ready(later)).toEqual(well)
    site.clock.advanceReal({ minutes: 10, seconds: 1 })
    expect(await ready(later)).toEqual(late(`has not gone well since ${success}`))
    await round()
    expect(await ready(later)).toEqual(well)
    await later.close()
  })

  test('is degraded once a step has failed for a day, even after restarts', async () => {
    await round()
    const success = site.clock.real().toISOString()
    site.clock.advanceReal({ hours: 1 })
    await round('purge-deleted')
    site.clock.advanceReal({ hours: 23 })
    await round('purge-deleted')
    const later = await createApp(site.services)
    expect(await ready(later)).toEqual(well)
    site.clock.advanceReal({ hours: 1 })
    await round('purge-deleted')
    const reasons = [`purge-deleted has not gone well since ${success}`]
    expect(await ready(later)).toEqual({ code: 200, status: 'degraded', reasons })
    await round()
    expect(await ready(later)).toEqual(well)
    await later.close()
  })
})
