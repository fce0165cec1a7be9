import { sql } from 'kysely'
import type { Language } from '#domain/language.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** Somebody whose invitation was ordered and is not written yet. */
export type Invited = {
  readonly accountId: string
  readonly contactId: string
  readonly name: string
  readonly email: string
  readonly emailKey: string
  readonly language: Language
}

/**
 * People who can be invited, by their owner's contact: not invited yet, without a password, and with an address that nobody
 * has confirmed meanwhile.
 */
export const invitable = sql`
  from imported_person person
    join people_import list on list.id = person.import_id and list.state = 'done'
    join account on account.id = person.account_id and account.deletion_at is null
    join account_user owner on owner.account_id = person.account_id and owner.role = 'owner' and owner.password_hash is null
    join contact on contact.user_id = owner.id and contact.is_primary
  where person.invited_at is null
    and not exists (select from contact other where other.email_key = contact.email_key and other.confirmed_at is not null)`

/** Orders the invitations of so many people of an import, which is locked; false, and none, if there are fewer. */
export async function orderInvitations(
  trx: Trx,
  { importId, count, at }: { readonly importId: string; readonly count: number; readonly at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with chosen as (
      select person.account_id ${invitable} and person.import_id = ${importId}::uuid
        and person.invitation_ordered_at is null
      order by person.account_id limit ${count})
    update imported_person set invitation_ordered_at = ${at}
    where account_id in (select account_id from chosen) and (select count(*) from chosen) = ${count}
    returning account_id`.execute(trx)
  return rows.length > 0
}

/** Returns the next people whose invitation was ordered, the first orders first. */
export async function orderedInvitations(db: Db, limit: number): Promise<readonly Invited[]> {
  const { rows } = await sql<Invited>`
    select person.account_id as "accountId", contact.id as "contactId", owner.name, contact.email,
      contact.email_key as "emailKey", coalesce(owner.language, account.language) as language
    ${invitable} and person.invitation_ordered_at is not null
    order by person.invitation_ordered_at, person.account_id limit ${limit}`.execute(db)
  return rows
}

/** Records that somebody is invited; false if they were, or are gone. */
export async function recordInvitation(
  trx: Trx,
  { accountId, at }: { readonly accountId: string; readonly at: Date },
): Promise<boolean> {
  // the account's lock comes first: an undoing may be about to delete it
  await trx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  const { rows } = await sql`
    update imported_person set invited_at = ${at} where account_id in (
      select person.account_id ${invitable} and person.account_id = ${accountId}::uuid)
    returning account_id`.execute(trx)
  return rows.length > 0
}
