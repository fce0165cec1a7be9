import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { generateLibrary } from './generate-library.ts'

/** Videos of such a site. */
const videos = 34
const viewsEach = 10

/** Fills an empty database of either kind with accounts of one user each, who have sessions and ten views of 34 videos. */
export async function fillSite(database: Database, accounts: number): Promise<void> {
  await generateLibrary(database, { videos })
  await database.withoutTimeLimit(async () => {
    for (const statement of statements(accounts)) await statement.execute(database.db as Db)
  })
}

/** The database's own random numbers: nothing is sent row by row. */
const statements = (accounts: number) => [
  sql`insert into account (id, name, created_at)
    select gen_random_uuid(), E'Ä\\n{"}, NULL ' || n, now() - n * interval '7 minutes' from generate_series(1, ${accounts}::int) as n`,
  sql`insert into account_user (id, account_id, name, role, created_at)
    select gen_random_uuid(), id, name, 'owner', created_at from account`,
  sql`insert into contact (id, account_id, user_id, email, email_key, is_primary, confirmed_at, created_at)
    select gen_random_uuid(), account_id, id, id || '@example.org', id || '@example.org', true, created_at, created_at
    from account_user`,
  sql`insert into session (token_hash, user_id, kind, stay_signed_in, created_at, last_seen_at, expires_at)
    select sha256(id::text::bytea), id, 'full', true, created_at, now(), now() + interval '90 days' from account_user`,
  sql`insert into viewing (user_id, video_id, viewed_at, seen, position_seconds)
    select id, 'video-' || 1 + (position + view) % ${videos}::int, now() - view * interval '1 hour', view % 2 = 0, view / 3.0
    from account_user, generate_series(1, ${viewsEach}::int) as view`,
]
