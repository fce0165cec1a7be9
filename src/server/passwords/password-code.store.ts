import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

export type PasswordPurpose = 'reset-password' | 'create-password'

/** A mailed code for choosing a password, with the contact that it went to and that contact's user. */
export type PasswordCode = {
  readonly contactId: string
  readonly userId: string
  readonly email: string
  readonly emailKey: string
  readonly confirmedAt: Date | null
  readonly hasPassword: boolean
  /** Real time, as is `usedAt`. */
  readonly expiresAt: Date
  readonly usedAt: Date | null
}

/** Stores a code. Where there is no such contact it does the same work, and stores nothing. */
export async function insertPasswordCode(
  trx: Transaction<Tables>,
  code: {
    codeHash: Buffer
    contactId: string
    purpose: PasswordPurpose | 'confirm-contact'
    createdAt: Date
    expiresAt: Date
  },
): Promise<void> {
  await trx
    .insertInto('contact_code')
    .columns(['code_hash', 'contact_id', 'purpose', 'created_at', 'expires_at'])
    .expression((from) =>
      from
        .selectFrom('contact')
        .select((select) => [
          sql<Buffer>`${code.codeHash}::bytea`.as('code_hash'),
          'contact.id',
          select.val(code.purpose).as('purpose'),
          sql<Date>`${code.createdAt}::timestamptz`.as('created_at'),
          sql<Date>`${code.expiresAt}::timestamptz`.as('expires_at'),
        ])
        .where('contact.id', '=', code.contactId),
    )
    .execute()
}

/** The newest code of a contact wins: the others count as used. */
export async function endOpenCodes(
  trx: Transaction<Tables>,
  { contactId, purpose, usedAt }: { contactId: string; purpose: PasswordPurpose; usedAt: Date },
): Promise<void> {
  await trx
    .updateTable('contact_code')
    .set({ used_at: usedAt })
    .where('contact_id', '=', contactId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

/** What a code is for; undefined when nobody was sent such a code, or its user is gone. */
export async function findPasswordCode(
  db: Kysely<Tables>,
  { codeHash, purpose }: { codeHash: Buffer; purpose: PasswordPurpose },
): Promise<PasswordCode | undefined> {
  return db
    .selectFrom('contact_code')
    .innerJoin('contact', 'contact.id', 'contact_code.contact_id')
    .innerJoin('account_user', 'account_user.id', 'contact.user_id')
    .select([
      'contact.id as contactId',
      'contact.user_id as userId',
      'contact.email',
      'contact.email_key as emailKey',
      'contact.confirmed_at as confirmedAt',
      'contact_code.expires_at as expiresAt',
      'contact_code.used_at as usedAt',
    ])
    .select((select) =>
      select('account_user.password_hash', 'is not', null).$castTo<boolean>().as('hasPassword'),
    )
    .where('contact_code.code_hash', '=', codeHash)
    .where('contact_code.purpose', '=', purpose)
    .where('account_user.removed_at', 'is', null)
    .executeTakeFirst()
}

/** Uses a code up; false when somebody else was faster. */
export async function consumeCode(
  trx: Transaction<Tables>,
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

/** Ends all codes by which a user could choose a password: they have just chosen one. */
export async function endPasswordCodesOf(
  trx: Transaction<Tables>,
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

/** Forgets codes that ran out long ago; until then whoever clicks the link learns that it is too late. */
export async function deleteOldPasswordCodes(db: Kysely<Tables>, expiredBefore: Date): Promise<void> {
  await db
    .deleteFrom('contact_code')
    .where('purpose', 'in', ['reset-password', 'create-password'])
    .where('expires_at', '<', expiredBefore)
    .execute()
}
