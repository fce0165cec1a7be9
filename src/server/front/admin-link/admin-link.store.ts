import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** The options of the command line's link. */
export type AdminLinkRow = {
  /** Pre-filled in the form for a new admin. */
  readonly email: string | null
  readonly again: boolean
  readonly withoutTwoFactor: boolean
}

/** Stores a link, replacing any earlier one. Real time. */
export async function storeAdminLink(
  trx: Trx,
  link: AdminLinkRow & { readonly codeHash: Buffer; readonly createdAt: Date; readonly expiresAt: Date },
): Promise<void> {
  const row = {
    code_hash: link.codeHash,
    email: link.email,
    again: link.again,
    without_two_factor: link.withoutTwoFactor,
    created_at: link.createdAt,
    expires_at: link.expiresAt,
  }
  await trx
    .insertInto('admin_link')
    .values(row)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet(row))
    .execute()
}

type Code = { readonly codeHash: Buffer; readonly real: Date }

/** Returns the link with this code; undefined if it is unknown, used, replaced or expired. */
export async function findAdminLink(db: Db, { codeHash, real }: Code): Promise<AdminLinkRow | undefined> {
  return db
    .selectFrom('admin_link')
    .select(['email', 'again', 'without_two_factor as withoutTwoFactor'])
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', real)
    .executeTakeFirst()
}

/** Uses a link up; false if it was used, replaced or has expired meanwhile. */
export async function consumeAdminLink(trx: Trx, { codeHash, real }: Code): Promise<boolean> {
  const spent = await trx
    .deleteFrom('admin_link')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', real)
    .returning('code_hash')
    .executeTakeFirst()
  return spent !== undefined
}

export async function deleteExpiredAdminLink(db: Db, real: Date): Promise<void> {
  await db.deleteFrom('admin_link').where('expires_at', '<=', real).execute()
}

/** Returns the owner of the admin's account; undefined before there is one. */
export async function findAdmin(db: Db): Promise<{ userId: string } | undefined> {
  return db
    .selectFrom('account_user')
    .select('id as userId')
    .where('account_id', '=', adminAccountId)
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null)
    .orderBy('position')
    .executeTakeFirst()
}
