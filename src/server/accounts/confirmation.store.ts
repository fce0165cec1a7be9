import { type Kysely, sql, type Transaction } from 'kysely'
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
}

/** What a confirmation code is for; undefined when nobody was sent such a code. */
export async function findConfirmation(db: Kysely<Tables>, codeHash: Buffer): Promise<Confirmation | undefined> {
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
    .where('contact_code.code_hash', '=', codeHash)
    .where('contact_code.purpose', '=', 'confirm-contact')
    .where('account_user.removed_at', 'is', null)
    .executeTakeFirst()
}

/** Makes confirmations of one address wait for each other until the transaction ends: the first one gets it. */
export async function lockAddress(trx: Transaction<Tables>, emailKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${emailKey}`}, 0))`.execute(trx)
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
