import { sql } from 'kysely'
import type { ViewedContact, ViewedUser } from '#contract/admin/admin-accounts.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** Returns the owner of an account; undefined for an unknown one. */
export async function findOwnerId(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_user')
    .select('id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'owner')
    .orderBy('position')
    .executeTakeFirst()
  return row?.id
}

/** Returns a user of an account by their primary contact; its owner if none is given. */
export async function findPersonId(
  db: Db,
  { accountId, contactId }: { accountId: string; contactId: string | undefined },
): Promise<string | undefined> {
  if (contactId === undefined) return findOwnerId(db, accountId)
  const row = await db
    .selectFrom('contact')
    .innerJoin('account_user', 'account_user.id', 'contact.user_id')
    .select('account_user.id')
    .where('contact.id', '=', contactId)
    .where('account_user.account_id', '=', accountId)
    .where('account_user.removed_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

/** The same for an existing account. */
export async function ownerIdOf(db: Db, accountId: string): Promise<string> {
  const id = await findOwnerId(db, accountId)
  if (id === undefined) throw new Error('an account has no owner')
  return id
}

/** Returns an account's users that are not removed, in the order of seats. */
export async function usersOf(db: Db, accountId: string): Promise<ViewedUser[]> {
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

/** Counts the views of an account's users, each video once per user. */
export async function countViewsOfAccount(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('viewing')
    .innerJoin('account_user', 'account_user.id', 'viewing.user_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_user.account_id', '=', accountId)
    .where('account_user.removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns a contact of a user who is not removed. */
export async function findViewedContact(db: Db, contactId: string): Promise<ViewedContact | undefined> {
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

/** Returns the owner of an account by its id, or the user of a contact by its id, unless removed. */
export async function findPersonBehind(
  trx: Trx,
  id: string,
): Promise<{ userId: string; accountId: string } | undefined> {
  return trx
    .selectFrom('account_user')
    .select(['account_user.id as userId', 'account_user.account_id as accountId'])
    .where('account_user.removed_at', 'is', null)
    .where((person) =>
      person.or([
        person.and([person('account_user.account_id', '=', id), person('account_user.role', '=', 'owner')]),
        person(
          'account_user.id',
          '=',
          person.selectFrom('contact').select('contact.user_id').where('contact.id', '=', id),
        ),
      ]),
    )
    .executeTakeFirst()
}

/**
 * Schedules an account's deletion for `now`, unless it is due earlier; undefined if it is gone. Locks it until the
 * transaction ends.
 */
export async function orderDeletion(
  trx: Trx,
  accountId: string,
  now: Date,
): Promise<{ users: number; status: string | null; deletionAt: Date | null } | undefined> {
  const account = await trx
    .selectFrom('account')
    .leftJoin('subscription', 'subscription.account_id', 'account.id')
    .select(['account.deletion_at as deletionAt', 'subscription.status'])
    .where('account.id', '=', accountId)
    .forUpdate('account')
    .executeTakeFirst()
  if (!account) return undefined
  await trx
    .updateTable('account')
    .set({ deletion_at: sql<Date>`least(deletion_at, ${now})` })
    .where('id', '=', accountId)
    .execute()
  const users = await trx
    .selectFrom('account_user')
    .select('id')
    .where('account_id', '=', accountId)
    .execute()
  await trx
    .deleteFrom('session')
    .where(
      'user_id',
      'in',
      users.map(({ id }) => id),
    )
    .execute()
  return { users: users.length, ...account }
}
