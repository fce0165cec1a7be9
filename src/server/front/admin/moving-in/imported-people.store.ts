import { sql } from 'kysely'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'
import { invitable } from './invitations.store.ts'

type Kept = NonNullable<Tables['imported_person']['kept_because']>

/** An import with what became of it. */
export type ImportRow = {
  readonly id: string
  readonly file: string
  readonly state: 'running' | 'done' | 'undoing' | 'undone'
  readonly startedAt: Date
  /** People who are still there, and those of them whom an undoing left. */
  readonly added: number
  readonly keptCount: number
  readonly invited: number
  readonly ordered: number
  readonly uninvited: number
  readonly waiting: number
  /** People with a card: about whom it is not decided, with the first day of a charge, and who are charged here or not. */
  readonly cards: number
  readonly firstCharge: Date | null
  readonly cardsTaken: number
  readonly cardsLeft: number
  readonly oldEnded: boolean
  readonly refused: number
}

/** Returns the last imports, the newest first. */
export async function readImports(db: Db, limit: number): Promise<readonly ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    select one.id, one.file, one.state, one.started_at as "startedAt",
      (select count(*)::int from imported_person where import_id = one.id) as added,
      (select count(*)::int from imported_person where import_id = one.id and kept_because is not null) as "keptCount",
      (select count(*)::int from imported_person where import_id = one.id and invited_at is not null) as invited,
      (select count(*)::int ${invitable} and list.id = one.id and person.invitation_ordered_at is not null) as ordered,
      (select count(*)::int ${invitable} and list.id = one.id and person.invitation_ordered_at is null) as uninvited,
      (select count(*)::int from imported_person where import_id = one.id and terms is not null) as cards,
      (select min(charged_from) from imported_person where import_id = one.id and terms is not null) as "firstCharge",
      (select count(*)::int from imported_person where import_id = one.id and taken_over) as "cardsTaken",
      (select count(*)::int from imported_person where import_id = one.id and not taken_over) as "cardsLeft",
      one.old_ended_at is not null as "oldEnded",
      (select count(*)::int from people_import_row where import_id = one.id and fault is null) as waiting,
      (select count(*)::int from people_import_row where import_id = one.id and fault is not null) as refused
    from people_import one where started_at is not null
    order by started_at desc limit ${limit}`.execute(db)
  return rows
}

/** Returns the first people of an import whom its undoing left. */
export async function keptPeople(
  db: Db,
  importId: string,
  limit: number,
): Promise<readonly { readonly accountId: string; readonly name: string; readonly reason: Kept }[]> {
  const rows = await db
    .selectFrom('imported_person')
    .innerJoin('account', 'account.id', 'imported_person.account_id')
    .select([
      'imported_person.account_id as accountId',
      'account.name',
      'imported_person.kept_because as reason',
    ])
    .where('imported_person.import_id', '=', importId)
    .where('imported_person.kept_because', 'is not', null)
    .orderBy('account.name')
    .orderBy('account.id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ reason, ...person }) => (reason ? [{ ...person, reason }] : []))
}

/** Returns the next accounts that the undoing of an import has not decided about. */
export async function undecidedAccounts(
  trx: Trx,
  importId: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('imported_person')
    .select('account_id')
    .where('import_id', '=', importId)
    .where('kept_because', 'is', null)
    .orderBy('account_id')
    .limit(limit)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/**
 * Locks imported accounts, and returns why some must stay: invited; confirmed, with a password or a session of their own; with
 * an order, a charge or an invoice. Undefined where nothing has happened.
 */
export async function whyKept(
  trx: Trx,
  accountIds: readonly string[],
): Promise<readonly { readonly accountId: string; readonly reason: Kept | undefined }[]> {
  const ids = sql`any(${[...accountIds]}::uuid[])`
  await sql`select from account where id = ${ids} order by id for update`.execute(trx)
  const { rows } = await sql<{ accountId: string; invited: boolean; loggedIn: boolean; bought: boolean }>`
    select account_id as "accountId", invited_at is not null as invited,
      exists (select from contact where account_id = person.account_id and confirmed_at is not null)
        or exists (select from account_user u where u.account_id = person.account_id and (u.password_hash is not null
          or exists (select from session where user_id = u.id and switched_from is null)
          or exists (select from known_browser where user_id = u.id))) as "loggedIn",
      exists (select from charge where account_id = person.account_id)
        or exists (select from invoice where account_id = person.account_id)
        or exists (select from shop_order o join account_user u on u.id = o.user_id where u.account_id = person.account_id)
        as bought
    from imported_person as person where account_id = ${ids}`.execute(trx)
  return rows.map(({ accountId, invited, loggedIn, bought }) => ({
    accountId,
    reason: bought ? 'bought' : loggedIn ? 'logged-in' : invited ? 'invited' : undefined,
  }))
}

export async function keepPeople(trx: Trx, accountIds: readonly string[], reason: Kept): Promise<void> {
  await trx
    .updateTable('imported_person')
    .set({ kept_because: reason })
    .where('account_id', 'in', accountIds)
    .execute()
}
