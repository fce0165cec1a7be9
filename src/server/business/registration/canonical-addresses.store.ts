import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** Queries for addresses that were stored before they had a canonical form. */

/** A contact, as needed to decide who owns an address. */
export type StoredContact = {
  readonly id: string
  readonly accountId: string
  readonly userId: string
  readonly email: string
  readonly emailKey: string
  readonly confirmed: boolean
  readonly createdAt: Date
}

/** Returns the contacts with a non-ASCII address, oldest first. */
export async function contactsToRewrite(db: Db): Promise<readonly StoredContact[]> {
  return contacts(db).where(notAscii('contact.email_key')).orderBy('created_at').orderBy('id').execute()
}

/** Returns and locks the confirmed contact of an address. */
export async function lockConfirmedContact(trx: Trx, emailKey: string): Promise<StoredContact | undefined> {
  return contacts(trx)
    .where('email_key', '=', emailKey)
    .where('confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
}

/** False where the contact is gone, or was changed meanwhile. */
export async function rewriteContact(
  trx: Trx,
  { id, emailKey: former }: StoredContact,
  { email, emailKey }: { readonly email: string; readonly emailKey: string },
): Promise<boolean> {
  const written = await trx
    .updateTable('contact')
    .set({ email, email_key: emailKey })
    .where('id', '=', id)
    .where('email_key', '=', former)
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** Records a trial under a second key. */
export async function copyTrial(trx: Trx, { from, to }: { from: string; to: string }): Promise<void> {
  await trx
    .insertInto('trial_use')
    .columns(['email_key', 'started_at'])
    .expression((select) =>
      select
        .selectFrom('trial_use')
        .select((row) => [row.val(to).as('email_key'), 'started_at'])
        .where('email_key', '=', from),
    )
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .execute()
}

/** Replaces the non-ASCII texts of a column by `rewrite`. */
export async function rewriteColumn<Table extends 'mail' | 'declaration' | 'invite'>(
  db: Db,
  table: Table,
  column: 'recipient' | 'email' | 'email_key' | 'domain',
  rewrite: (text: string) => string,
): Promise<void> {
  const [from, name] = [sql.table(table), sql.ref(column)]
  const { rows } = await sql<{ text: string }>`
    select distinct ${name} as text from ${from} where ${notAscii(column)}`.execute(db)
  for (const { text } of rows)
    await sql`update ${from} set ${name} = ${rewrite(text)} where ${name} = ${text}`.execute(db)
}

function contacts(db: Db) {
  return db
    .selectFrom('contact')
    .select(['id', 'account_id as accountId', 'user_id as userId', 'email', 'email_key as emailKey'])
    .select(['created_at as createdAt', sql<boolean>`confirmed_at is not null`.as('confirmed')])
}

/** Only ASCII has as many bytes as characters. */
function notAscii(column: string) {
  return sql<boolean>`octet_length(${sql.ref(column)}) <> char_length(${sql.ref(column)})`
}
