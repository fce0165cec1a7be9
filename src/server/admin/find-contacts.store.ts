import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** A contact that was looked for, and whose it is. */
export type FoundContact = {
  readonly id: string
  readonly accountId: string
  readonly role: 'owner' | 'manager' | 'user'
  readonly name: string
  readonly email: string
}

/** What is looked for, as names and as emails are compared: in lower case. */
export type Sought = { readonly name: string; readonly email: string }

/** Contacts whose owner's name, or whose email, begins so; each in its order, so that the very same comes first. */
export async function contactsBeginning(
  db: Kysely<Tables>,
  sought: Sought,
  limit: number,
): Promise<FoundContact[]> {
  const byName = people(db)
    .where(nameKey, 'like', `${plain(sought.name)}%`)
    .orderBy(nameKey)
  const byEmail = people(db)
    .where(emailKey, 'like', `${plain(sought.email)}%`)
    .orderBy(emailKey)
  return [...(await byName.limit(limit).execute()), ...(await byEmail.limit(limit).execute())]
}

/** Contacts with it anywhere in name or email: any so many of each, in no order, since one would have to read them all. */
export async function contactsContaining(
  db: Kysely<Tables>,
  sought: Sought,
  limit: number,
): Promise<FoundContact[]> {
  const byName = people(db).where(nameKey, 'like', `%${plain(sought.name)}%`)
  const byEmail = people(db).where(emailKey, 'like', `%${plain(sought.email)}%`)
  return [...(await byName.limit(limit).execute()), ...(await byEmail.limit(limit).execute())]
}

// as the indexes have them
const nameKey: RawBuilder<string> = sql`lower(account_user.name) collate "C"`
const emailKey: RawBuilder<string> = sql`contact.email_key collate "C"`

/** Who was removed is nobody's user any more. */
function people(db: Kysely<Tables>) {
  return db
    .selectFrom('contact')
    .innerJoin('account_user', 'account_user.id', 'contact.user_id')
    .select(['contact.id', 'contact.account_id as accountId', 'contact.email'])
    .select(['account_user.role', 'account_user.name'])
    .where('account_user.removed_at', 'is', null)
}

/** What the admin typed stands for itself: no wildcards. */
function plain(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
