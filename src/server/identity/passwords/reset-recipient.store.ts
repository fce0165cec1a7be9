import type { Db } from '#server/platform/database/tables.ts'

/** The recipient of a password reset, and the mail that applies. */
export type ResetRecipient = {
  readonly contactId: string
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly accountName: string
  /** The owner was moved in by the operator, and added by nobody. */
  readonly imported?: true
  /** For an unconfirmed contact: an added or imported user gets the first password, any other must confirm first. */
  readonly needs: 'reset-password' | 'create-password' | 'confirm-contact'
}

/**
 * Returns the user to reset at an address: the owner of the confirmed contact; else the latest of those with it as
 * unconfirmed primary contact: an added or imported user without a password, or a user who registered or joined after
 * `registeredAfter`.
 */
export async function findResetRecipient(
  db: Db,
  { emailKey, registeredAfter }: { emailKey: string; registeredAfter: Date },
): Promise<ResetRecipient | undefined> {
  const row = await db
    .selectFrom('contact')
    .innerJoin('account_user', 'account_user.id', 'contact.user_id')
    .innerJoin('account', 'account.id', 'contact.account_id')
    .leftJoin('imported_person', 'imported_person.account_id', 'contact.account_id')
    .select([
      'contact.id as contactId',
      'contact.user_id as userId',
      'contact.email',
      'contact.confirmed_at as confirmedAt',
      'account_user.name',
      'account_user.role',
      'account_user.password_hash as passwordHash',
      'account.name as accountName',
      'imported_person.account_id as importedId',
    ])
    .where('contact.email_key', '=', emailKey)
    .where('account_user.removed_at', 'is', null)
    .where((where) =>
      where.or([
        where('contact.confirmed_at', 'is not', null),
        where.and([
          where('contact.is_primary', '=', true),
          where.or([
            where('contact.created_at', '>', registeredAfter),
            where.and([
              where('account_user.password_hash', 'is', null),
              where.or([
                where('account_user.role', '!=', 'owner'),
                where('imported_person.account_id', 'is not', null),
              ]),
            ]),
          ]),
        ]),
      ]),
    )
    .orderBy('contact.confirmed_at', (order) => order.asc().nullsLast())
    .orderBy('contact.created_at', 'desc')
    // mutant `1 → 2`: the first row is taken
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { confirmedAt, role, passwordHash, importedId, ...recipient } = row
  if (confirmedAt) return { ...recipient, needs: 'reset-password' }
  if (passwordHash !== null) return { ...recipient, needs: 'confirm-contact' }
  if (role !== 'owner') return { ...recipient, needs: 'create-password' }
  return importedId === null
    ? { ...recipient, needs: 'confirm-contact' }
    : { ...recipient, needs: 'create-password', imported: true }
}
