import { databaseOver } from '#server/platform/database/database.ts'
import { openPostgresql } from '#server/platform/database/postgresql.ts'
import { addressOf, maxWaitMs, silentLog, testEngine } from './database.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { TestClient } from './test-client.ts'

/**
 * Another server process of the same site, as far as one test process can simulate it: a separate app without the first
 * one's memory, with its own connections to the same database. The embedded one has one connection. Films are in the
 * same folder.
 */
export async function secondProcess(
  { services, clock }: TestApp,
  settings: Readonly<Record<string, string>>,
): Promise<TestApp> {
  const { database } = services
  const own =
    testEngine === 'postgresql'
      ? databaseOver(await openPostgresql(await addressOf(database), { log: silentLog, waitMs: maxWaitMs }))
      : { ...database, close: async () => {} }
  return createTestApp({ settings, clock, services: { database: own, media: services.media } })
}

/** Another page of the same browser, which the other process serves. */
export function samePersonAt({ app, services }: TestApp, browser: TestClient): TestClient {
  const page = new TestClient(app, services.config)
  for (const [name, value] of browser.cookies) page.cookies.set(name, value)
  return page
}
