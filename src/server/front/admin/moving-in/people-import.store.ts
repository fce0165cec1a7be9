import { sql } from 'kysely'
import type { CheckedRow, ListRow, NewPerson, RowFault } from '#domain/moving-in/check-rows.ts'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'

type State = Tables['people_import']['state']

/** Returns which of these addresses (as `emailKey`) belong to somebody: confirmed, or of a user who has not logged in yet. */
export async function addressesInUse(db: Db, emailKeys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('contact')
    .innerJoin('account_user', 'account_user.id', 'contact.user_id')
    .select('contact.email_key')
    .where(sql<boolean>`contact.email_key = any(${[...emailKeys]}::text[])`)
    .where('account_user.removed_at', 'is', null)
    .where((where) =>
      where.or([
        where('contact.confirmed_at', 'is not', null),
        // without a password: an imported user. The unconfirmed address of a registration may be a stranger's
        where('account_user.password_hash', 'is', null),
      ]),
    )
    .execute()
  return new Set(rows.map(({ email_key }) => email_key))
}

/** Keeps a checked list in place of those that were checked before and not imported. */
export async function keepCheckedList(
  trx: Trx,
  list: {
    readonly id: string
    readonly file: string
    readonly columns: readonly string[]
    readonly language: 'en' | 'de'
    readonly rows: readonly CheckedRow[]
    readonly at: Date
  },
): Promise<void> {
  const { id, file, columns, language, rows, at } = list
  await trx.deleteFrom('people_import').where('state', '=', 'checked').execute()
  const bad = rows.filter((row) => 'fault' in row).length
  await trx
    .insertInto('people_import')
    .values({
      id,
      file,
      state: 'checked',
      columns: JSON.stringify(columns),
      language,
      good: rows.length - bad,
      bad,
      checked_at: at,
    })
    .execute()
  await sql`insert into people_import_row (import_id, row, cells, person, fault)
    select ${id}::uuid, one.row, one.cells, one.person, one.fault
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as one (row integer, cells jsonb, person jsonb, fault text)`.execute(trx)
}

/** Begins an import or its undoing, if it is in the state before; returns how many rows it had. */
export async function moveImport(
  trx: Trx,
  {
    id,
    from,
    to,
    startedAt,
    startedAfter,
  }: {
    readonly id: string
    readonly from: State
    readonly to: State
    /** Only when it begins. */
    readonly startedAt?: Date
    readonly startedAfter?: Date
  },
): Promise<{ readonly good: number; readonly bad: number } | undefined> {
  let update = trx
    .updateTable('people_import')
    .set({ state: to, ...(startedAt && { started_at: startedAt }) })
    .where('id', '=', id)
    .where('state', '=', from)
  if (startedAfter) update = update.where('started_at', '>', startedAfter)
  return update.returning(['good', 'bad']).executeTakeFirst()
}

/** Locks an import until the transaction ends; undefined if it is gone. */
export async function lockImport(
  trx: Trx,
  id: string,
): Promise<{ readonly state: State; readonly file: string; readonly oldEndedAt: Date | null } | undefined> {
  return trx
    .selectFrom('people_import')
    .select(['state', 'file', 'old_ended_at as oldEndedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

type WaitingRow = { readonly row: number; readonly person: NewPerson }

/** Returns the next rows that wait, of a list that is being imported; none of any other. */
export async function rowsBeingImported(db: Db, id: string, limit: number): Promise<readonly WaitingRow[]> {
  const list = await db.selectFrom('people_import').select('state').where('id', '=', id).executeTakeFirst()
  return list?.state === 'running' ? waitingPeople(db, id, limit) : []
}

/** Returns the next rows that wait to be imported. */
export async function waitingPeople(db: Db, id: string, limit: number): Promise<readonly WaitingRow[]> {
  const rows = await db
    .selectFrom('people_import_row')
    .select(['row', 'person'])
    .where('import_id', '=', id)
    .where('fault', 'is', null)
    .orderBy('row')
    .limit(limit)
    .execute()
  return rows.map(({ row, person }) => ({ row, person: withCard(person as NewPerson) }))
}

/** A list that was checked by an older version has no cards. */
function withCard(person: Omit<NewPerson, 'card'> & Partial<NewPerson>): NewPerson {
  return { ...person, card: person.card ?? null }
}

/** A row whose person was added has no more use. */
export async function forgetRow(trx: Trx, id: string, row: number): Promise<void> {
  await trx.deleteFrom('people_import_row').where('import_id', '=', id).where('row', '=', row).execute()
}

/** A row that cannot be imported any more. */
export async function refuseRow(
  trx: Trx,
  { id, row, fault }: { readonly id: string; readonly row: number; readonly fault: RowFault },
): Promise<void> {
  await trx
    .updateTable('people_import_row')
    .set({ fault, person: null })
    .where('import_id', '=', id)
    .where('row', '=', row)
    .execute()
}

export async function insertImportedPerson(
  trx: Trx,
  { accountId, importId }: { readonly accountId: string; readonly importId: string },
): Promise<void> {
  await trx.insertInto('imported_person').values({ account_id: accountId, import_id: importId }).execute()
}

/** Returns the refused rows of a list with its headings, by their numbers; undefined for an unknown or forgotten list. */
export async function refusedRows(
  db: Db,
  id: string,
): Promise<
  | {
      readonly columns: readonly string[]
      readonly rows: readonly (ListRow & { readonly fault: RowFault })[]
    }
  | undefined
> {
  const list = await db.selectFrom('people_import').select('columns').where('id', '=', id).executeTakeFirst()
  const rows = await db
    .selectFrom('people_import_row')
    .select(['row', 'cells', 'fault'])
    .where('import_id', '=', id)
    .where('fault', 'is not', null)
    .orderBy('row')
    .execute()
  if (!list || rows.length === 0) return undefined
  return { columns: list.columns, rows: rows.map((row) => ({ ...row, fault: row.fault as RowFault })) }
}

/** Deletes lists and rows that were checked before a moment. An import that still runs ends with what it has added. */
export async function forgetLists(db: Db, checkedBefore: Date): Promise<void> {
  const old = db.selectFrom('people_import').select('id').where('checked_at', '<=', checkedBefore)
  await db.deleteFrom('people_import_row').where('import_id', 'in', old).execute()
  await db
    .deleteFrom('people_import')
    .where('state', '=', 'checked')
    .where('checked_at', '<=', checkedBefore)
    .execute()
  await db
    .updateTable('people_import')
    .set({ columns: '[]' })
    .where('checked_at', '<=', checkedBefore)
    .execute()
}
