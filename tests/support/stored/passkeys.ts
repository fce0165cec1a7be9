import type { Db } from '#server/platform/database/tables.ts'

/** As if a user had never set up a passkey. */
export async function forgetPasskeys(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('passkey').where('user_id', '=', userId).execute()
}
