import type { NotNull } from 'kysely'
import { deleteSessionsOf } from '#server/identity/sessions/session.store.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** Stores the hash of a temporary password and ends all sessions of its user; false if the user is gone. */
export async function storeTemporaryPassword(
  trx: Trx,
  { userId, passwordHash, until }: { userId: string; passwordHash: string; until: Date },
): Promise<boolean> {
  const stored = await trx
    .updateTable('account_user')
    .set({ temporary_password_hash: passwordHash, temporary_password_until: until })
    .where('id', '=', userId)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!stored) return false
  await deleteSessionsOf(trx, userId)
  return true
}

/** Returns the hash of an unused, valid temporary password. */
export async function findLivingTemporaryPassword(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_user')
    .select('temporary_password_hash as hash')
    .where('id', '=', userId)
    .where('temporary_password_until', '>', now)
    .$narrowType<{ hash: NotNull }>()
    .executeTakeFirst()
  return row?.hash
}

/** Marks it as used; its hash stays until the password is changed. False when it was used already. */
export async function consumeTemporaryPassword(
  db: Db,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<boolean> {
  const consumed = await db
    .updateTable('account_user')
    .set({ temporary_password_until: null })
    .where('id', '=', userId)
    .where('temporary_password_hash', '=', passwordHash)
    .where('temporary_password_until', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return consumed !== undefined
}

/** Returns the hash of a temporary password that was used to sign in and not replaced yet. */
export async function findConsumedTemporaryPassword(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_user')
    .select('temporary_password_hash as hash')
    .where('id', '=', userId)
    .where('temporary_password_until', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row?.hash ?? undefined
}

export async function deleteTemporaryPassword(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('account_user')
    .set({ temporary_password_hash: null, temporary_password_until: null })
    .where('id', '=', userId)
    .execute()
}
