import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** The user who an account belongs to; undefined for one that there is not. */
export async function findOwner(db: Kysely<Tables>, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_user')
    .select('id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'owner')
    .orderBy('position')
    .executeTakeFirst()
  return row?.id
}

/** The same of an account that is there. */
export async function ownerOf(db: Kysely<Tables>, accountId: string): Promise<string> {
  const id = await findOwner(db, accountId)
  if (id === undefined) throw new Error('an account has no owner')
  return id
}
