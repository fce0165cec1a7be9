import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** A mailed confirmation code with the contact that it is for, and that contact's user. */
export type Confirmation = {
  readonly contactId: string
  readonly accountId: string
  readonly userId: string
  readonly email: string
  readonly emailKey: string
  readonly contactCreatedAt: Date
  readonly confirmedAt: Date | null
  readonly passwordHash: string | null
  /** Pre-session of the browser that asked for the code. */
  readonly browserHash: Buffer | null
  /** Real time, as is `usedAt`. */
  readonly expiresAt: Date
  readonly usedAt: Date | null
  /** The contact with which an owner registered, of an account that has no subscription yet. */
  readonly beginsAccount: boolean
}

/** What a confirmation code is for; undefined when nobody was sent such a code. */
export async function findConfirmation(
  db: Kysely<Tables>,
  codeHash: Buffer,
): Promise<Confirmation | undefined> {
  return db
    .selectFrom('contact_code')
    .innerJoin('contact', 'contact.id', 'contact_code.contact_id')
    .innerJoin('account_user', 'account_user.id', 'contact.user_id')
    .select([
      'contact.id as contactId',
      'contact.account_id as accountId',
      'contact.user_id as userId',
      'contact.email',
      'contact.email_key as emailKey',
      'contact.created_at as contactCreatedAt',
      'contact.confirmed_at as confirmedAt',
      'account_user.password_hash as passwordHash',
      'contact_code.browser_hash as browserHash',
      'contact_code.expires_at as expiresAt',
      'contact_code.used_at as usedAt',
    ])
    .select((select) =>
      select
        .and([
          select('account_user.role', '=', 'owner'),
          select('contact.is_primary', '=', true),
          select.not(
            select.exists(
              select
                .selectFrom('subscription')
                .select('subscription.account_id')
                .whereRef('subscription.account_id', '=', 'contact.account_id'),
            ),
          ),
        ])
        .$castTo<boolean>()
        .as('beginsAccount'),
    )
    .where('contact_code.code_hash', '=', codeHash)
    .where('contact_code.purpose', '=', 'confirm-contact')
    .where('account_user.removed_at', 'is', null)
    .executeTakeFirst()
}

/** Confirms a contact and uses up its codes; false when it was confirmed or removed in the meantime. */
export async function confirmContactRow(
  trx: Transaction<Tables>,
  contactId: string,
  { now, real }: { now: Date; real: Date },
): Promise<boolean> {
  const confirmed = await trx
    .updateTable('contact')
    .set({ confirmed_at: now })
    .where('id', '=', contactId)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!confirmed) return false
  await trx
    .updateTable('contact_code')
    .set({ used_at: real })
    .where('contact_id', '=', contactId)
    .where('purpose', '=', 'confirm-contact')
    .where('used_at', 'is', null)
    .execute()
  return true
}

/**
 * Whoever else registered with an address that now belongs to somebody loses what they got by it: their password and
 * sessions. Their code stays, so that it can be answered why it does not work any more.
 */
export async function disownAddress(
  trx: Transaction<Tables>,
  { emailKey, userId }: { emailKey: string; userId: string },
): Promise<void> {
  const others = trx
    .selectFrom('contact')
    .innerJoin('account_user', 'account_user.id', 'contact.user_id')
    .select('account_user.id')
    .where('contact.email_key', '=', emailKey)
    .where('contact.is_primary', '=', true)
    .where('contact.confirmed_at', 'is', null)
    .where('account_user.role', '=', 'owner')
    .where('account_user.id', '!=', userId)
  await trx.deleteFrom('session').where('user_id', 'in', others).execute()
  await trx.updateTable('account_user').set({ password_hash: null }).where('id', 'in', others).execute()
}

/** Whether an account is in its trial, or was: `until` says when it ends. */
export async function findTrialEnd(db: Kysely<Tables>, accountId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('subscription')
    .select('until')
    .where('account_id', '=', accountId)
    .where('status', '=', 'trial')
    .executeTakeFirst()
  return row?.until
}
