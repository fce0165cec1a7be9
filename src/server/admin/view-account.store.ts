import { type Kysely, sql } from 'kysely'
import type { ViewedContact, ViewedUser } from '#contract/admin/admin-accounts.ts'
import type { Tables } from '#server/database/tables.ts'

/** The users of an account who are not removed, in the order of their seats. */
export async function usersOf(db: Kysely<Tables>, accountId: string): Promise<ViewedUser[]> {
  const rows = await db
    .selectFrom('account_user')
    .leftJoin('contact', (join) =>
      join.onRef('contact.user_id', '=', 'account_user.id').on('contact.is_primary', '=', true),
    )
    .select(['contact.id as contactId', 'account_user.name', 'contact.email', 'account_user.role'])
    .select(sql<boolean>`contact.confirmed_at is not null`.as('confirmed'))
    .where('account_user.account_id', '=', accountId)
    .where('account_user.removed_at', 'is', null)
    .orderBy('account_user.position')
    .execute()
  return rows.map(({ email, ...user }) => ({ ...user, email: email ?? '' }))
}

/** How many videos the users of an account have watched or begun, each of theirs. */
export async function countViewsOfAccount(db: Kysely<Tables>, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('viewing')
    .innerJoin('account_user', 'account_user.id', 'viewing.user_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_user.account_id', '=', accountId)
    .where('account_user.removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** A contact of somebody who is not removed. */
export async function findViewedContact(
  db: Kysely<Tables>,
  contactId: string,
): Promise<ViewedContact | undefined> {
  const row = await db
    .selectFrom('contact')
    .innerJoin('account_user', 'account_user.id', 'contact.user_id')
    .innerJoin('account', 'account.id', 'contact.account_id')
    .select(['contact.id', 'contact.email', 'account_user.name', 'account.version'])
    .select(['account.id as accountId', 'account.name as accountName'])
    .select(sql<boolean>`contact.confirmed_at is not null`.as('confirmed'))
    .select(
      sql<number>`(select count(*)::int from viewing where viewing.user_id = account_user.id)`.as(
        'videoViews',
      ),
    )
    .where('contact.id', '=', contactId)
    .where('account_user.removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { accountId, accountName, ...contact } = row
  return { kind: 'contact', ...contact, account: { id: accountId, name: accountName } }
}
