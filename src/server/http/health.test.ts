import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createApp } from '#server/app.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'
import { TestClient } from '#support/test-client.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})
afterAll(() => site.close())

/** The same site with some of its world replaced. */
async function health(services: Partial<TestApp['services']> = {}) {
  const app = await createApp({ ...site.services, ...services })
  const client = new TestClient(app, site.services.config)
  const [live, ready] = [await client.call(calls.healthLive), await client.call(calls.healthReady)]
  await app.close()
  return { live: live.status, ready: ready.status, ...ready.body }
}

const allGood = { database: 'ok', migrations: 'ok', disk: 'ok', mail: 'ok' }

test('a site that is well is alive and ready', async () => {
  expect(await health()).toEqual({ live: 200, ready: 200, status: 'ok', checks: allGood })
})

test('without its database it is alive but not ready', async () => {
  const database = { ...site.services.database, ready: async () => false }
  const report = await health({ database })
  expect(report).toMatchObject({ live: 200, ready: 503, status: 'failing' })
  expect(report.checks).toMatchObject({ database: 'failing', disk: 'ok' })
})

test('when another process has changed the tables to a schema that this one does not know, it is not ready', async () => {
  const { pool } = site.services.database
  await pool.query("insert into kysely_migration (name, timestamp) values ('9999-later', '2027-01-01')")
  expect(await health()).toMatchObject({ ready: 503, checks: { ...allGood, migrations: 'failing' } })
  await pool.query("delete from kysely_migration where name = '9999-later'")
})

test('when its disk takes nothing any more, it is not ready', async () => {
  // a file system that nobody can write to, whoever asks
  const config = { ...site.services.config, mediaFolder: '/proc' }
  expect(await health({ config })).toMatchObject({ ready: 503, checks: { ...allGood, disk: 'failing' } })
})

test('mails that do not leave are reported, and the site stays', async () => {
  const { db } = site.services.database
  const mail = {
    id: site.services.random.id(),
    effect_key: 'a',
    template: 'confirm-contact',
    recipient: 'a@example.org',
    subject: '',
    text_body: '',
    html_body: '',
    created_at: site.clock.now(),
    next_attempt_at: site.clock.real(),
  }
  await db.insertInto('mail').values(mail).execute()
  expect((await health()).checks?.mail).toBe('ok')
  site.clock.advanceReal({ minutes: 6 })
  expect(await health()).toMatchObject({ ready: 200, status: 'ok', checks: { ...allGood, mail: 'failing' } })
  await db.updateTable('mail').set({ next_attempt_at: site.clock.real(), attempts: 10 }).execute()
  expect((await health()).checks?.mail).toBe('failing')
  await db.updateTable('mail').set({ sent_at: site.clock.real() }).execute()
  expect((await health()).checks?.mail).toBe('ok')
})
