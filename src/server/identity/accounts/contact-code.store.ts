import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'

/** What a mailed code permits. */
export type CodePurpose = 'confirm-contact' | 'reset-password' | 'create-password' | 'prove-identity'

/** A mailed code with its contact and the contact's user. */
export type ContactCode = {
  readonly contactId: string
  readonly accountId: string
  readonly userId: string
  readonly email: string
  readonly emailKey: string
  readonly contactCreatedAt: Date
  readonly confirmedAt: Date | null
  readonly role: 'owner' | 'manager' | 'user'
  readonly isPrimary: boolean
  readonly passwordHash: string | null
  /** Pre-session of the browser that requested the code. */
  readonly browserHash: Buffer | null
  /** Real time, as is `usedAt`. */
  readonly expiresAt: Date
  readonly usedAt: Date | null
  /** Whether the user has confirmed another contact: then a known user has added this one. */
  readonly userConfirmed: boolean
  /** The first contact that an owner confirms, of an account without a subscription. */
  readonly startsSubscription: boolean
}

/** Returns the contact of a code; undefined for an unknown code and a deleted user. */
export async function findContactCode(
  db: Db,
  { codeHash, purpose }: { codeHash: Buffer; purpose: CodePurpose },
): Promise<ContactCode | undefined> {
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
      'contact.is_primary as isPrimary',
      'account_user.role',
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
    .where('contact_code.purpose', '=', purpose)
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

/** Stores a code. For an unknown contact it does the same work without storing anything. */
export async function insertContactCode(
  trx: Trx,
  code: {
    codeHash: Buffer
    contactId: string
    purpose: CodePurpose
    browserHash: Buffer | undefined
    createdAt: Date
    expiresAt: Date
  },
): Promise<void> {
  await trx
    .insertInto('contact_code')
    .columns(['code_hash', 'contact_id', 'purpose', 'browser_hash', 'created_at', 'expires_at'])
    .expression((from) =>
      from
        .selectFrom('contact')
        .select((select) => [
          sql<Buffer>`${code.codeHash}::bytea`.as('code_hash'),
          'contact.id',
          select.val(code.purpose).as('purpose'),
          // mutant `code.browserHash ?? null → code.browserHash`: without a value a parameter is null
          sql<Buffer | null>`${code.browserHash ?? null}::bytea`.as('browser_hash'),
          sql<Date>`${code.createdAt}::timestamptz`.as('created_at'),
          sql<Date>`${code.expiresAt}::timestamptz`.as('expires_at'),
        ])
        .where('contact.id', '=', code.contactId),
    )
    .execute()
}

/** The newest code of a contact replaces the others, which count as used. */
export async function endOpenCodes(
  trx: Trx,
  { contactId, purpose, usedAt }: { contactId: string; purpose: CodePurpose; usedAt: Date },
): Promise<void> {
  await trx
    .updateTable('contact_code')
    .set({ used_at: usedAt })
    .where('contact_id', '=', contactId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

/** Consumes a code; false when it was used meanwhile. */
export async function consumeCode(
  trx: Trx,
  { codeHash, usedAt }: { codeHash: Buffer; usedAt: Date },
): Promise<boolean> {
  const used = await trx
    .updateTable('contact_code')
    .set({ used_at: usedAt })
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('contact_id')
    .executeTakeFirst()
  return used !== undefined
}

/** Ends all codes for choosing a user's password, after a new one was chosen. */
export async function endPasswordCodesOf(
  trx: Trx,
  { userId, usedAt }: { userId: string; usedAt: Date },
): Promise<void> {
  await trx
    .updateTable('contact_code')
    .set({ used_at: usedAt })
    .where('contact_id', 'in', (contacts) =>
      contacts.selectFrom('contact').select('contact.id').where('contact.user_id', '=', userId),
    )
    .where('purpose', 'in', ['reset-password', 'create-password'])
    .where('used_at', 'is', null)
    .execute()
}

/** Deletes codes that expired long ago; until then the link reports that it is too late. */
export async function deleteOldPasswordCodes(db: Db, expiredBefore: Date): Promise<void> {
  await db
    .deleteFrom('contact_code')
    .where('purpose', 'in', ['reset-password', 'create-password', 'prove-identity'])
    .where('expires_at', '<', expiredBefore)
    .execute()
}
