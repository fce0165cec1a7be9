import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
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
  /** Whether the user has confirmed another contact: then this one was added by somebody who is known. */
  readonly userConfirmed: boolean
  /** The first contact that an owner confirms, of an account that has no subscription yet. */
  readonly startsSubscription: boolean
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
    .select((select) => isUserConfirmed(select).$castTo<boolean>().as('userConfirmed'))
    .select((select) =>
      select
        .and([
          select('account_user.role', '=', 'owner'),
          select.not(isUserConfirmed(select)),
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
        .as('startsSubscription'),
    )
    .where('contact_code.code_hash', '=', codeHash)
    .where('contact_code.purpose', '=', 'confirm-contact')
    .where('account_user.removed_at', 'is', null)
    .executeTakeFirst()
}

function isUserConfirmed(select: ExpressionBuilder<Tables, 'contact'>) {
  return select.exists(
    select
      .selectFrom('contact as other')
      .select('other.id')
      .whereRef('other.user_id', '=', 'contact.user_id')
      .whereRef('other.id', '!=', 'contact.id')
      .where('other.confirmed_at', 'is not', null),
  )
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
 * Takes away all by which somebody could come back who registered an address that was not theirs: its owner has just
 * chosen another password (security requirement SEC-16).
 */
export async function forgetOtherWaysIn(
  trx: Transaction<Tables>,
  { userId, contactId }: { userId: string; contactId: string },
): Promise<void> {
  await trx.deleteFrom('contact').where('user_id', '=', userId).where('id', '!=', contactId).execute()
  for (const table of [
    'passkey',
    'user_totp',
    'recovery_code',
    'code_host_identity',
    'known_browser',
  ] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
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
