import type { Db } from '#server/platform/database/tables.ts'
import { adminAccountId } from './admin-account.ts'

/** Returns a user's name and confirmed addresses, the primary one first. */
export async function readConfirmedAddresses(
  db: Db,
  userId: string,
): Promise<{ name: string; addresses: string[] }> {
  const rows = await db
    .selectFrom('account_user')
    .leftJoin('contact', (join) =>
      join.onRef('contact.user_id', '=', 'account_user.id').on('contact.confirmed_at', 'is not', null),
    )
    .select(['account_user.name', 'contact.email'])
    .where('account_user.id', '=', userId)
    .orderBy('contact.is_primary', (order) => order.desc().nullsLast())
    .orderBy('contact.created_at')
    .execute()
  return { name: rows[0]?.name ?? '', addresses: rows.flatMap(({ email }) => email ?? []) }
}

/** Returns the admin's id; undefined on a site without an admin. */
export async function findAdminId(db: Db): Promise<string | undefined> {
  const admin = await db
    .selectFrom('account_user')
    .select('id')
    .where('account_id', '=', adminAccountId)
    .where('role', '=', 'owner')
    .executeTakeFirst()
  return admin?.id
}
