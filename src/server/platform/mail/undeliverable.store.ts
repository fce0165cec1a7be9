import { emailKey } from '#domain/accounts/contact.ts'
import type { Db } from '#server/platform/database/tables.ts'

/** Marks an address that does not exist, as its mail server says: it gets no broadcasts. */
export async function markAddress(db: Db, email: string, at: Date): Promise<void> {
  await db
    .updateTable('contact')
    .set({ undeliverable_since: at })
    .where('email_key', '=', emailKey(email))
    .where('undeliverable_since', 'is', null)
    .execute()
}

/** Takes the mark from an address that has accepted a mail. */
export async function unmarkAddress(db: Db, email: string): Promise<void> {
  await db
    .updateTable('contact')
    .set({ undeliverable_since: null })
    .where('email_key', '=', emailKey(email))
    .where('undeliverable_since', 'is not', null)
    .execute()
}
