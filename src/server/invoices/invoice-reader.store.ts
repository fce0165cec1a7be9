import type { Transaction } from 'kysely'
import type { Language } from '#domain/language.ts'
import type { Tables } from '#server/database/tables.ts'

/** Whom an account's invoices are mailed to: its owner, by their primary contact. Undefined for an account that has gone. */
export async function findInvoiceReader(
  trx: Transaction<Tables>,
  accountId: string,
): Promise<{ name: string; email: string; language: Language } | undefined> {
  const owner = await trx
    .selectFrom('account_user')
    .innerJoin('account', 'account.id', 'account_user.account_id')
    .innerJoin('contact', 'contact.user_id', 'account_user.id')
    .select(['account_user.name', 'contact.email', 'account_user.language as own', 'account.language'])
    .where('account.id', '=', accountId)
    .where('account_user.role', '=', 'owner')
    .where('contact.is_primary', '=', true)
    .orderBy('account_user.position')
    .executeTakeFirst()
  if (!owner) return undefined
  const { name, email, own, language } = owner
  return { name, email, language: own ?? (language === 'de' ? 'de' : 'en') }
}
