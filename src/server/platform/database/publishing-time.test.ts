import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseBefore } from '#support/database.ts'

// A video appeared at midnight UTC of its day until migration 0078, which does not know the seller's time zone.

const { database, upgrade } = databaseBefore('0078')

test('what is published stays so, and nothing appears earlier than it would have', async () => {
  const { db } = database
  await sql`insert into category (id, name, url_key, position) values ('c', 'C', 'c', 1)`.execute(db)
  for (const day of ['2026-03-29', '2027-07-01'])
    await sql`insert into video (id, title, description, duration_seconds, published_on, category_id, tags, version_ids,
        free, film_key, tracks, chapters)
      values (${day}, 'V', '', 1, ${day}, 'c', '{}', '{}', false, 'f', '[]', '[]')`.execute(db)
  await upgrade()
  const { rows } =
    await sql`select published_on, published_time, published_at from video order by id`.execute(db)
  expect(rows).toEqual([
    { published_on: '2026-03-29', published_time: null, published_at: new Date('2026-03-29T00:00:00Z') },
    { published_on: '2027-07-01', published_time: null, published_at: new Date('2027-07-01T00:00:00Z') },
  ])
})
