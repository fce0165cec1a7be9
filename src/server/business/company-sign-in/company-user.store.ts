import type { Language } from '#domain/language.ts'
import type { EntitlingSubscription } from '#domain/team/permission.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** Queries of who a person of a company's provider is. */

type Person = { readonly accountId: string; readonly issuer: string; readonly subject: string }

/** A user of the company's account. */
export type CompanyUser = {
  readonly userId: string
  readonly role: 'owner' | 'manager' | 'user'
  readonly removed: boolean
}

/** Returns the user whom a person has signed in as before, in this account. */
export async function findUserOfPerson(
  db: Db,
  { accountId, issuer, subject }: Person,
): Promise<CompanyUser | undefined> {
  const row = await db
    .selectFrom('company_identity')
    .innerJoin('account_user', 'account_user.id', 'company_identity.user_id')
    .select(['account_user.id', 'account_user.role', 'account_user.removed_at'])
    .where('company_identity.account_id', '=', accountId)
    .where('account_user.account_id', '=', accountId)
    .where('company_identity.issuer', '=', issuer)
    .where('company_identity.subject', '=', subject)
    .executeTakeFirst()
  return row && { userId: row.id, role: row.role, removed: row.removed_at !== null }
}

/** Links a person to a user; false where the user is another person of the provider. */
export async function insertIdentity(
  trx: Trx,
  { accountId, issuer, subject, userId, now }: Person & { userId: string; now: Date },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('company_identity')
    .values({ account_id: accountId, issuer, subject, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Users of the account with an address (as `emailKey`), former ones included that are still stored: present ones first. */
export async function findUsersWithAddress(
  db: Db,
  { accountId, emailKey }: { accountId: string; emailKey: string },
): Promise<
  (CompanyUser & {
    readonly contactId: string
    readonly isConfirmed: boolean
    readonly isPrimary: boolean
  })[]
> {
  const rows = await db
    .selectFrom('contact')
    .innerJoin('account_user', 'account_user.id', 'contact.user_id')
    .select([
      'account_user.id as userId',
      'account_user.role',
      'account_user.removed_at as removedAt',
      'contact.id as contactId',
      'contact.confirmed_at as confirmedAt',
      'contact.is_primary as isPrimary',
    ])
    .where('account_user.account_id', '=', accountId)
    .where('contact.email_key', '=', emailKey)
    .orderBy('account_user.position')
    .execute()
  return rows
    .map(({ removedAt, confirmedAt, ...row }) => ({
      ...row,
      removed: removedAt !== null,
      isConfirmed: confirmedAt !== null,
    }))
    .toSorted(
      (a, b) => Number(a.removed) - Number(b.removed) || Number(b.isConfirmed) - Number(a.isConfirmed),
    )
}

/** Stores a user without a password, whose address the company vouches for. Business time. */
export async function insertCompanyUser(
  trx: Trx,
  user: {
    accountId: string
    userId: string
    contactId: string
    name: string
    emailKey: string
    language: Language
    now: Date
  },
): Promise<void> {
  const { accountId, userId, contactId, name, emailKey, language, now } = user
  const made = { account_id: accountId, created_at: now }
  await trx
    .insertInto('account_user')
    .values({ id: userId, name, role: 'user', language, ...made })
    .execute()
  await trx
    .insertInto('contact')
    .values({
      id: contactId,
      user_id: userId,
      email: emailKey,
      email_key: emailKey,
      is_primary: true,
      confirmed_at: now,
      ...made,
    })
    .execute()
}

/** Returns the facts that decide whether an account has a free seat. */
export async function readSeats(
  db: Db,
  accountId: string,
): Promise<{
  userCount: number
  subscription: (EntitlingSubscription & { readonly licenseCount: number }) | undefined
}> {
  const subscription = await db
    .selectFrom('subscription')
    .select(['status', 'until', 'license_count as licenseCount'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const { count } = await db
    .selectFrom('account_user')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { userCount: Number(count), subscription }
}
