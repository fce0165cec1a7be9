import { sql } from 'kysely'
import type { Db } from '#server/platform/database/tables.ts'

type Login = {
  readonly password: boolean
  readonly temporaryPasswordUntil: Date | null
  /** Of all contacts, confirmed or not. */
  readonly emailKeys: readonly string[]
  /** Addresses that do not exist, as their mail servers say. */
  readonly undeliverable: readonly string[]
}

/** Returns the passwords of a user, and the addresses that they log in with. */
export async function readLogin(db: Db, userId: string, now: Date): Promise<Login> {
  const { rows } = await sql<Login>`
    select password_hash is not null as password,
      case when temporary_password_hash is not null and temporary_password_until > ${now}
        then temporary_password_until end as "temporaryPasswordUntil",
      array(select email_key from contact where contact.user_id = account_user.id) as "emailKeys",
      array(select email from contact where contact.user_id = account_user.id
        and undeliverable_since is not null order by email) as undeliverable
    from account_user where id = ${userId}`.execute(db)
  const [login] = rows
  if (!login) throw new Error('the user is gone')
  return login
}

/** Deletes a session of a user, unless it is the admin's, switched into the account. Returns whether there was one. */
export async function deleteSessionOf(
  trx: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('switched_from', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
