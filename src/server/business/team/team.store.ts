import { sql } from 'kysely'
import { canonicalEmail, emailKey } from '#domain/accounts/contact.ts'
import type { EntitlingSubscription, Role } from '#domain/team/permission.ts'
import type { Team } from '#domain/team/team.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** Queries of an account's users for its managers. Timestamps are business time. */

/** A team with the facts that determine its seats. */
export type StoredTeam = Team & {
  readonly subscription:
    | (EntitlingSubscription & { readonly licenseCount: number; readonly card: boolean })
    | undefined
  /** User id to primary contact's id. */
  readonly contactIds: ReadonlyMap<string, string>
}

/**
 * Returns an account's team, locked until the transaction ends: changes are serialised. Former users are those still
 * stored at `now`.
 */
export async function lockTeam(trx: Trx, accountId: string, now: Date): Promise<StoredTeam> {
  const account = await trx
    .selectFrom('account')
    .select('version')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const subscription = await trx
    .selectFrom('subscription')
    .select(['status', 'until', 'license_count as licenseCount'])
    .select(sql<boolean>`coalesce(state->>'method', '') <> ''`.as('card'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const rows = await readPeople(trx, accountId, now)
  const present = rows.filter(({ removedAt }) => removedAt === null)
  const isMain = ({ primary }: { primary: boolean | null }) => primary !== false
  return {
    version: account.version,
    subscription,
    members: present.filter(isMain).map(({ id, name, role, email, confirmedAt }) => ({
      id,
      name,
      role,
      email: email ?? '',
      confirmed: confirmedAt !== null,
    })),
    otherEmails: present.filter((row) => !isMain(row)).flatMap(({ email }) => email ?? []),
    former: rows
      .filter((row) => row.removedAt !== null && isMain(row))
      .toSorted((a, b) => Number(b.removedAt) - Number(a.removedAt))
      .flatMap(({ id, email }) => (email === null ? [] : { id, email })),
    contactIds: new Map(
      rows.filter(isMain).flatMap(({ id, contactId }) => (contactId ? [[id, contactId]] : [])),
    ),
  }
}

/** Rows of current and stored former users, one per contact, in the order of seats. */
function readPeople(trx: Trx, accountId: string, now: Date) {
  return trx
    .selectFrom('account_user')
    .leftJoin('contact', 'contact.user_id', 'account_user.id')
    .select([
      'account_user.id',
      'account_user.name',
      'account_user.role',
      'account_user.removed_at as removedAt',
      'contact.id as contactId',
      'contact.email',
      'contact.is_primary as primary',
      'contact.confirmed_at as confirmedAt',
    ])
    .where('account_user.account_id', '=', accountId)
    .where((where) =>
      where.or([where('account_user.removed_at', 'is', null), where('account_user.forget_at', '>', now)]),
    )
    .orderBy('account_user.position')
    .execute()
}

type NewUser = {
  readonly userId: string
  readonly contactId: string
  readonly name: string
  readonly email: string
  readonly role: Exclude<Role, 'owner'>
}

/** Stores users without a password, each with an unconfirmed contact, in this order of seats. */
export async function insertUsers(
  trx: Trx,
  { accountId, users, now }: { accountId: string; users: readonly NewUser[]; now: Date },
): Promise<void> {
  if (users.length === 0) return
  const made = { account_id: accountId, created_at: now }
  await trx
    .insertInto('account_user')
    .values(users.map(({ userId, name, role }) => ({ id: userId, name, role, ...made })))
    .execute()
  await trx
    .insertInto('contact')
    .values(
      users.map(({ userId, contactId, email }) => ({
        id: contactId,
        user_id: userId,
        email: canonicalEmail(email),
        email_key: emailKey(email),
        is_primary: true,
        ...made,
      })),
    )
    .execute()
}

/** Changes a user's name or role. */
export async function updateUser(
  trx: Trx,
  { id, name, role }: { id: string; name: string; role: Role },
): Promise<void> {
  await trx.updateTable('account_user').set({ name, role }).where('id', '=', id).execute()
}

/** Replaces a user's unconfirmed address. */
export async function replacePendingEmail(
  trx: Trx,
  { id, email, now }: { id: string; email: string; now: Date },
): Promise<void> {
  await beginAnew(trx, id)
  await trx
    .updateTable('contact')
    .set({ email: canonicalEmail(email), email_key: emailKey(email), created_at: now })
    .where('user_id', '=', id)
    .where('is_primary', '=', true)
    .execute()
}

/**
 * Converts an unconfirmed user to one added by a manager: mailed links become invalid, and so does a password chosen at
 * a join, because a stranger may have chosen it.
 */
export async function beginAnew(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('account_user')
    .set({ password_hash: null, joining_by: null })
    .where('id', '=', id)
    .execute()
  await deleteCodesOf(trx, [id])
}

/**
 * Removes users from their account until `forgetAt`, when they are deleted: ends sessions, links, password and code
 * host, and frees their addresses. History and second factors stay: removing and adding a user does not bypass them.
 */
export async function removeUsers(
  trx: Trx,
  { ids, now, forgetAt }: { ids: readonly string[]; now: Date; forgetAt: Date },
): Promise<void> {
  if (ids.length === 0) return
  // first: a concurrent sign-in has locked its user, and the session that it opens must end as well
  await trx
    .updateTable('account_user')
    .set({
      removed_at: now,
      forget_at: forgetAt,
      role: 'user',
      password_hash: null,
      temporary_password_hash: null,
      temporary_password_until: null,
      joining_by: null,
      deletion_at: null,
    })
    .where('id', 'in', ids)
    .execute()
  await trx.deleteFrom('session').where('user_id', 'in', ids).execute()
  await trx.deleteFrom('code_host_identity').where('user_id', 'in', ids).execute()
  await deleteCodesOf(trx, ids)
  await trx.updateTable('contact').set({ confirmed_at: null }).where('user_id', 'in', ids).execute()
}

/** Restores a removed user, at the end of the order of seats, with an unconfirmed address. */
export async function restoreUser(
  trx: Trx,
  { id, name, email, role }: { id: string; name: string; email: string; role: Role },
): Promise<void> {
  await trx
    .updateTable('account_user')
    .set({ name, role, removed_at: null, forget_at: null, position: sql<number>`default` })
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('contact')
    .set({ email: canonicalEmail(email), email_key: emailKey(email) })
    .where('user_id', '=', id)
    .where('is_primary', '=', true)
    .execute()
}

/** Returns a user of an account, unless removed, with their primary contact. */
export async function findUser(
  db: Db,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<
  | {
      name: string
      role: Role
      contactId: string
      email: string
      confirmed: boolean
      /** Chosen at a join that is not confirmed yet. */
      hasPassword: boolean
    }
  | undefined
> {
  return (
    db
      .selectFrom('account_user')
      .innerJoin('contact', 'contact.user_id', 'account_user.id')
      .select(['account_user.name', 'account_user.role', 'contact.id as contactId', 'contact.email'])
      .select((select) => [
        select('contact.confirmed_at', 'is not', null).$castTo<boolean>().as('confirmed'),
        select('account_user.password_hash', 'is not', null).$castTo<boolean>().as('hasPassword'),
      ])
      .where('account_user.account_id', '=', accountId)
      // the id is untrusted, and may be any text
      .where(sql`account_user.id::text`, '=', userId)
      .where('account_user.removed_at', 'is', null)
      .where('contact.is_primary', '=', true)
      .executeTakeFirst()
  )
}

async function deleteCodesOf(trx: Trx, userIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('contact_code')
    .where('contact_id', 'in', (contacts) =>
      contacts.selectFrom('contact').select('id').where('user_id', 'in', userIds),
    )
    .execute()
}
