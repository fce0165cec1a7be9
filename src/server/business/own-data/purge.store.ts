import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/** Accounts whose time to be deleted has come. */
export async function findDueAccounts(db: Kysely<Tables>, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('deletion_at', '<=', now)
    .orderBy('deletion_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** Users who asked to go and whose time has come, or who were removed and are not kept any longer. Never an owner. */
export async function findDueUsers(db: Kysely<Tables>, now: Date): Promise<string[]> {
  const rows = await dueUsers(db, now).orderBy('account_id').orderBy('position').execute()
  return rows.map(({ id }) => id)
}

/** Whether it is so still, now that nobody can change it any more until the transaction ends. */
export async function lockDueAccount(trx: Transaction<Tables>, id: string, now: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('deletion_at', '<=', now)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function lockDueUser(trx: Transaction<Tables>, id: string, now: Date): Promise<boolean> {
  const row = await dueUsers(trx, now).where('id', '=', id).forUpdate().executeTakeFirst()
  return row !== undefined
}

function dueUsers(db: Kysely<Tables>, now: Date) {
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

/** An account that is about to go; undefined for one that has gone. Nobody changes it until the transaction ends. */
export async function lockAccountToPurge(
  trx: Transaction<Tables>,
  id: string,
): Promise<{ askedBy: string | null } | undefined> {
  return trx
    .selectFrom('account')
    .select('deletion_asked_by as askedBy')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** A user who is about to go; undefined for one who has gone. */
export async function lockUserToPurge(
  trx: Transaction<Tables>,
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

export async function userIdsOf(trx: Transaction<Tables>, accountId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('account_user')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('position')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** By what somebody can be found in rows that do not belong to them. */
export type Marks = {
  readonly ids: readonly string[]
  readonly emailKeys: readonly string[]
  readonly codeHostSubjects: readonly string[]
  /** Pictures in the media store. */
  readonly mediaKeys: readonly string[]
}

export async function marksOf(trx: Transaction<Tables>, userIds: readonly string[]): Promise<Marks> {
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
 * What names somebody elsewhere, once their own rows have gone: their mails, sent or not (of those to an address that
 * another user has as well only what is about them), answers kept for repeated requests, an arrival from the code host that was not finished.
 */
export async function deleteTraces(trx: Transaction<Tables>, marks: Marks): Promise<void> {
  const { emailKeys, codeHostSubjects, ids } = marks
  await sql`delete from mail where exists (select from unnest(${[...ids]}::text[]) as trace where strpos(effect_key, trace) > 0)`.execute(
    trx,
  )
  await trx
    .deleteFrom('mail')
    // the "C" collation folds ASCII alone, as emailKey does
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
