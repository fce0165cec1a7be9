import { type Kysely, sql, type Transaction } from 'kysely'
import { canonicalEmail, emailKey } from '#domain/accounts/contact.ts'
import type { EntitlingSubscription, Role } from '#domain/team/permission.ts'
import type { Team } from '#domain/team/team.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** All SQL of an account's users as whoever manages them changes them. Instants are business time. */

/** A team with what its seats are counted by. */
export type StoredTeam = Team & {
  readonly subscription:
    | (EntitlingSubscription & { readonly licenseCount: number; readonly card: boolean })
    | undefined
  /** User to primary contact. */
  readonly contactIds: ReadonlyMap<string, string>
}

/**
 * The team of an account. Whoever changes it gets it after whoever changed it before, and nobody else until the
 * transaction ends. Former users are those who are not to be forgotten by `now`.
 */
export async function lockTeam(trx: Transaction<Tables>, accountId: string, now: Date): Promise<StoredTeam> {
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

/** Rows of present and of remembered former users, one for each of their contacts, in the order of seats. */
function readPeople(trx: Transaction<Tables>, accountId: string, now: Date) {
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

/** Stores users without a password, each with a contact that waits for its confirmation, in this order of seats. */
export async function insertUsers(
  trx: Transaction<Tables>,
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

/** Gives a user another name or role. */
export async function updateUser(
  trx: Transaction<Tables>,
  { id, name, role }: { id: string; name: string; role: Role },
): Promise<void> {
  await trx.updateTable('account_user').set({ name, role }).where('id', '=', id).execute()
}

/** Gives a user whose address was never confirmed another one. */
export async function replacePendingEmail(
  trx: Transaction<Tables>,
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
 * Makes a user who has not confirmed their address one who was added by hand: mailed links end, and a password that was
 * chosen on joining by a link does not count, for whoever typed the address chose it.
 */
export async function beginAnew(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx
    .updateTable('account_user')
    .set({ password_hash: null, joining_by: null })
    .where('id', '=', id)
    .execute()
  await deleteCodesOf(trx, [id])
}

/**
 * Takes users out of their account until `forgetAt`, when they are forgotten: sessions, links, password and code host
 * end, and their addresses are nobody's any more. What they watched stays, and so do second factors: being removed and
 * added again is no way around them.
 */
export async function removeUsers(
  trx: Transaction<Tables>,
  { ids, now, forgetAt }: { ids: readonly string[]; now: Date; forgetAt: Date },
): Promise<void> {
  if (ids.length === 0) return
  // this first: a sign-in that is under way has its user locked, and the session that it opens is to end as well
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

/** Brings a removed user back, at the end of the order of seats. Their address waits for its confirmation. */
export async function restoreUser(
  trx: Transaction<Tables>,
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

/** A user of an account who is not removed, with their primary contact. */
export async function findUser(
  db: Kysely<Tables>,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<
  | {
      name: string
      role: Role
      contactId: string
      email: string
      confirmed: boolean
      /** Chosen on joining by a link, while they have not confirmed. */
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
      // an id comes from outside and may be any word
      .where(sql`account_user.id::text`, '=', userId)
      .where('account_user.removed_at', 'is', null)
      .where('contact.is_primary', '=', true)
      .executeTakeFirst()
  )
}

async function deleteCodesOf(trx: Transaction<Tables>, userIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('contact_code')
    .where('contact_id', 'in', (contacts) =>
      contacts.selectFrom('contact').select('id').where('user_id', 'in', userIds),
    )
    .execute()
}
