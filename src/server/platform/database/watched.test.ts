import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseBefore } from '#support/database.ts'

// Until migration 0062 played time was not counted: reports assumed the whole length of a seen video.

const { database, upgrade } = databaseBefore('0062')

test('viewing reported before stays, as an estimate', async () => {
  const { db } = database
  const [account, user] = [randomUUID(), randomUUID()]
  await sql`insert into account (id, name, language, created_at) values (${account}, 'Ada', 'en', now())`.execute(
    db,
  )
  await sql`insert into account_user (id, account_id, name, role, created_at)
    values (${user}, ${account}, 'Ada', 'owner', now())`.execute(db)
  const viewed = [
    ['seen', true, 3],
    ['left', false, 20],
    ['beyond', false, 90],
    ['not-begun', false, 0],
  ] as const
  for (const [id, seen, position] of viewed) {
    await sql`insert into video (id, title, description, duration_seconds, published_on, tags, version_ids, free, film_key,
        tracks, chapters, withdrawn_at)
      values (${id}, ${id}, '', 43, '2026-01-01', '{}', '{}', false, 'none', '[]', '[]', now())`.execute(db)
    await sql`insert into viewing (user_id, video_id, viewed_at, seen, position_seconds)
      values (${user}, ${id}, now(), ${seen}, ${position})`.execute(db)
  }
  await upgrade()
  const rows = await db
    .selectFrom('watched')
    .select(['video_id', 'played_seconds', 'estimated_seconds'])
    .orderBy('video_id')
    .execute()
  expect(rows).toEqual([
    { video_id: 'beyond', played_seconds: 0, estimated_seconds: 43 },
    { video_id: 'left', played_seconds: 0, estimated_seconds: 20 },
    { video_id: 'seen', played_seconds: 0, estimated_seconds: 43 },
  ])
})
