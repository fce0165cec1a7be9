import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, silentLog } from '#support/database.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'

// Until migration 0046 subscriptions to the newsletter were stored without time and wording of the consent.

const all = join(import.meta.dirname, '../../../../migrations')
let folder: string
let database: Database
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-consent-'))
  for (const name of readdirSync(all).filter((file) => file < '0046'))
    cpSync(join(all, name), join(folder, name))
  database = await createTestDatabase(folder)
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

test('who got the newsletter before has agreed at a time and to words that are not known', async () => {
  const { db } = database
  const subscriber = randomUUID()
  for (const [id, newsletter] of [
    [subscriber, true],
    [randomUUID(), false],
  ])
    await sql`insert into account (id, name, language, newsletter, created_at)
      values (${id}, 'Ada', 'en', ${newsletter}, now())`.execute(db)
  await migrate(database, all, silentLog)
  const rows = await db
    .selectFrom('newsletter_consent')
    .select(['account_id', 'agreed', 'at', 'text', 'means'])
    .execute()
  expect(rows).toEqual([{ account_id: subscriber, agreed: true, at: null, text: null, means: 'before' }])
})
