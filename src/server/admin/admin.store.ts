import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** The user who an account belongs to. */
export async function ownerOf(db: Kysely<Tables>, accountId: string): Promise<string> {
  const { id } = await db
    .selectFrom('account_user')
    .select('id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'owner')
    .orderBy('position')
    .executeTakeFirstOrThrow()
  return id
}
