import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseBefore } from '#support/database.ts'

// Until migration 0046 subscriptions to the newsletter were stored without time and wording of the consent.

const { database, upgrade } = databaseBefore('0046')

test('who got the newsletter before has agreed at a time and to words that are not known', async () => {
  const { db } = database
  const subscriber = randomUUID()
  for (const [id, newsletter] of [
    [subscriber, true],
    [randomUUID(), false],
  ])
    await sql`insert into account (id, name, language, newsletter, created_at)
      values (${id}, 'Ada', 'en', ${newsletter}, now())`.execute(db)
  await upgrade()
  const rows = await db
    .selectFrom('newsletter_consent')
    .select(['account_id', 'agreed', 'at', 'text', 'means'])
    .execute()
  expect(rows).toEqual([{ account_id: subscriber, agreed: true, at: null, text: null, means: 'before' }])
})
