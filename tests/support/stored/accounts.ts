import type { Db } from '#server/platform/database/tables.ts'

/** Sets the language of all accounts. */
export async function speakEverywhere(db: Db, language: 'en' | 'de'): Promise<void> {
  await db.updateTable('account').set({ language }).execute()
}

/** Returns the language of the newest account. */
export async function newestAccountLanguage(db: Db): Promise<string | null> {
  const { language } = await db
    .selectFrom('account')
    .select('language')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return language
}

export async function renameAccount(db: Db, from: string, to: string): Promise<void> {
  await db.updateTable('account').set({ name: to }).where('name', '=', from).execute()
}

/** Removes an account with all its rows. */
export async function forgetAccount(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('account').where('id', '=', accountId).execute()
}

/** Removes an account's newsletter consents. */
export async function forgetConsents(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('newsletter_consent').where('account_id', '=', accountId).execute()
}

type Consent = {
  readonly agreed: boolean
  readonly at: Date | null
  readonly text: string | null
  readonly means: string
}

/** Returns an account's newsletter consents, in order. */
export function newsletterConsentsOf(db: Db, accountId: string): Promise<Consent[]> {
  return db
    .selectFrom('newsletter_consent')
    .select(['agreed', 'at', 'text', 'means'])
    .where('account_id', '=', accountId)
    .orderBy('position')
    .execute()
}
