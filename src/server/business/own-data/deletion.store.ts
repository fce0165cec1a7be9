import type { Trx } from '#server/platform/database/tables.ts'

/** The coming deletion, which can still be taken back; `isNew` if this call requested it. */
export type Deletion = { readonly deletionAt: Date; readonly isNew: boolean }

/** Schedules an account's deletion for `due`, unless one is scheduled already. Undefined for a deleted account. */
export async function markAccount(
  trx: Trx,
  accountId: string,
  { due, askedBy }: { due: Date; askedBy: string },
): Promise<Deletion | undefined> {
  const row = await trx
    .selectFrom('account')
    .select('deletion_at')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  if (row.deletion_at) return { deletionAt: row.deletion_at, isNew: false }
  await trx
    .updateTable('account')
    .set({ deletion_at: due, deletion_asked_by: askedBy })
    .where('id', '=', accountId)
    .execute()
  return { deletionAt: due, isNew: true }
}

/** Schedules a user's deletion for `due`, unless one is scheduled already. Undefined for a deleted user. */
export async function markUser(trx: Trx, userId: string, due: Date): Promise<Deletion | undefined> {
  const row = await trx
    .selectFrom('account_user')
    .select('deletion_at')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  if (row.deletion_at) return { deletionAt: row.deletion_at, isNew: false }
  await trx.updateTable('account_user').set({ deletion_at: due }).where('id', '=', userId).execute()
  return { deletionAt: due, isNew: true }
}

/** Cancels an account's deletion; false where none was scheduled. */
export async function unmarkAccount(trx: Trx, accountId: string): Promise<boolean> {
  const kept = await trx
    .updateTable('account')
    .set({ deletion_at: null, deletion_asked_by: null })
    .where('id', '=', accountId)
    .where('deletion_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Cancels a user's deletion; false where none was scheduled. */
export async function unmarkUser(trx: Trx, userId: string): Promise<boolean> {
  const kept = await trx
    .updateTable('account_user')
    .set({ deletion_at: null })
    .where('id', '=', userId)
    .where('deletion_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** A confirmed contact of an account's user. */
export type Recipient = {
  readonly contactId: string
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly language: 'en' | 'de'
}

/** Returns the confirmed contacts of an account's users that are not removed, each user's primary one first. */
export async function readRecipients(trx: Trx, accountId: string): Promise<Recipient[]> {
  const rows = await trx
    .selectFrom('contact')
    .innerJoin('account_user', 'account_user.id', 'contact.user_id')
    .innerJoin('account', 'account.id', 'account_user.account_id')
    .select(['contact.id as contactId', 'contact.user_id as userId', 'contact.email', 'account_user.name'])
    .select(['account_user.language as own', 'account.language as accounts'])
    .where('account.id', '=', accountId)
    .where('account_user.removed_at', 'is', null)
    .where('contact.confirmed_at', 'is not', null)
    .orderBy('account_user.position')
    .orderBy('contact.is_primary', 'desc')
    .orderBy('contact.created_at')
    .execute()
  return rows.map(({ own, accounts, ...recipient }) => ({
    ...recipient,
    language: own ?? (accounts === 'de' ? 'de' : 'en'),
  }))
}
