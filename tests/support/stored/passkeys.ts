import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/** As if a user had never set up a passkey. */
export async function forgetPasskeys(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.deleteFrom('passkey').where('user_id', '=', userId).execute()
}
