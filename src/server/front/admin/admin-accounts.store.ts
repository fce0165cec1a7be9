import { type Kysely, sql, type Transaction } from 'kysely'
import type { ViewedContact, ViewedUser } from '#contract/admin/admin-accounts.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** The user who an account belongs to; undefined for one that there is not. */
export async function findOwnerId(db: Kysely<Tables>, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_user')
    .select('id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'owner')
    .orderBy('position')
    .executeTakeFirst()
  return row?.id
}

/** A user of an account by their primary contact; its owner where none is given. */
export async function findPersonId(
  db: Kysely<Tables>,
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

/** The same of an account that is there. */
export async function ownerIdOf(db: Kysely<Tables>, accountId: string): Promise<string> {
  const id = await findOwnerId(db, accountId)
  if (id === undefined) throw new Error('an account has no owner')
  return id
}

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

/** The owner of an account, by its id, or the user whom a contact belongs to; nobody who was removed. */
export async function findPersonBehind(
  trx: Transaction<Tables>,
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

/** Has an account deleted by `now`, if not before; undefined for one that is gone. Nobody changes it until the end. */
export async function orderDeletion(
  trx: Transaction<Tables>,
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
