import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Where the user's picture lies in the media store; undefined for a user without one. */
export async function pictureKeyOf(db: Kysely<Tables>, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('avatar').select('key').where('user_id', '=', userId).executeTakeFirst()
  return row?.key
}
