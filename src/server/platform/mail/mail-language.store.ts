import type { Language } from '#domain/language.ts'
import type { Db } from '#server/platform/database/tables.ts'

/** Returns the language of a user's mails: the user's choice, else the account's. */
export async function languageOfUser(db: Db, userId: string): Promise<Language> {
  const row = await db
    .selectFrom('account_user')
    .innerJoin('account', 'account.id', 'account_user.account_id')
    .select(['account_user.language as own', 'account.language as accounts'])
    .where('account_user.id', '=', userId)
    .executeTakeFirst()
  return row?.own ?? (row?.accounts === 'de' ? 'de' : 'en')
}
