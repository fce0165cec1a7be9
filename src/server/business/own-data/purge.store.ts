import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** Returns the accounts whose deletion is due. */
export async function findDueAccounts(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('deletion_at', '<=', now)
    .orderBy('deletion_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the users whose requested deletion is due, or whose retention after removal has ended. Never an owner. */
export async function findDueUsers(db: Db, now: Date): Promise<string[]> {
  const rows = await dueUsers(db, now).orderBy('account_id').orderBy('position').execute()
  return rows.map(({ id }) => id)
}

/** Checks again that the deletion is due, and locks the account until the transaction ends. */
export async function lockDueAccount(trx: Trx, id: string, now: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('deletion_at', '<=', now)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function lockDueUser(trx: Trx, id: string, now: Date): Promise<boolean> {
  const row = await dueUsers(trx, now).where('id', '=', id).forUpdate().executeTakeFirst()
  return row !== undefined
}

function dueUsers(db: Db, now: Date) {
  return db
    .selectFrom('account_user')
    .select('id')
    .where('role', '!=', 'owner')
    .where((where) =>
      where.or([
        where('deletion_at', '<=', now),
        where.and([where('removed_at', 'is not', null), where('forget_at', '<=', now)]),
      ]),
    )
}

/** Locks an account for deletion until the transaction ends; undefined if it is gone. */
export async function lockAccountToPurge(
  trx: Trx,
  id: string,
): Promise<{ askedBy: string | null } | undefined> {
  return trx
    .selectFrom('account')
    .select('deletion_asked_by as askedBy')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks a user for deletion; undefined if gone. */
export async function lockUserToPurge(
  trx: Trx,
  id: string,
): Promise<{ accountId: string; removed: boolean } | undefined> {
  return trx
    .selectFrom('account_user')
    .select(['account_id as accountId'])
    .select((select) => select('removed_at', 'is not', null).$castTo<boolean>().as('removed'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function userIdsOf(trx: Trx, accountIds: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('account_user')
    .select('id')
    .where('account_id', 'in', accountIds)
    .orderBy('position')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Identifiers of a user in rows that do not belong to them. */
export type Marks = {
  readonly ids: readonly string[]
  readonly emailKeys: readonly string[]
  readonly codeHostSubjects: readonly string[]
  /** Media store keys of pictures. */
  readonly mediaKeys: readonly string[]
}

export async function marksOf(trx: Trx, userIds: readonly string[]): Promise<Marks> {
  const contacts = await trx
    .selectFrom('contact')
    .select('email_key')
    .distinct()
    .where('user_id', 'in', userIds)
    .execute()
  const identities = await trx
    .selectFrom('code_host_identity')
    .select('subject')
    .where('user_id', 'in', userIds)
    .execute()
  const pictures = await trx.selectFrom('avatar').select('key').where('user_id', 'in', userIds).execute()
  return {
    ids: userIds,
    emailKeys: contacts.map(({ email_key }) => email_key),
    codeHostSubjects: identities.map(({ subject }) => subject),
    mediaKeys: pictures.map(({ key }) => key),
  }
}

/**
 * Deletes traces of a user outside of their own rows: their mails, sent or not (to an address shared with another user
 * only those about them), stored replies of idempotency keys, an unfinished arrival from the code host.
 */
export async function deleteTraces(trx: Trx, marks: Marks): Promise<void> {
  const { emailKeys, codeHostSubjects, ids } = marks
  await sql`delete from mail where exists (select from unnest(${[...ids]}::text[]) as trace where strpos(effect_key, trace) > 0)`.execute(
    trx,
  )
  await trx
    .deleteFrom('mail')
    // the "C" collation folds ASCII only, like emailKey
    .where(sql<boolean>`lower(recipient collate "C") = any(${[...emailKeys]}::text[])`)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('contact')
            .select('contact.id')
            .where('contact.email_key', '=', sql<string>`lower(mail.recipient collate "C")`),
        ),
      ),
    )
    .execute()
  await trx
    .deleteFrom('code_host_arrival')
    .where((where) =>
      where.or([
        sql<boolean>`lower(email collate "C") = any(${[...emailKeys]}::text[])`,
        sql<boolean>`subject = any(${[...codeHostSubjects]}::text[])`,
      ]),
    )
    .execute()
  const traces = [...ids, ...emailKeys]
  await sql`delete from idempotent_reply
    where exists (select from unnest(${traces}::text[]) as trace where strpos(lower(body::text collate "C"), trace) > 0)`.execute(
    trx,
  )
}
