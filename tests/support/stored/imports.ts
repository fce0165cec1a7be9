import { randomUUID } from 'node:crypto'
import { insertOwner } from '#server/identity/accounts/registration.store.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'

/** An import of people without rows, checked or begun at a moment. */
export async function storePeopleImport(
  db: Db,
  { id, state, at }: { id: string; state: 'checked' | 'done'; at: Date },
): Promise<void> {
  await db
    .insertInto('people_import')
    .values({
      id,
      state,
      file: 'customers.csv',
      columns: '[]',
      language: 'en',
      good: 0,
      bad: 0,
      checked_at: at,
      started_at: state === 'checked' ? null : at,
    })
    .execute()
}

/** Somebody who was imported and has not come yet; with a `customer` at Stripe, whose next charge was due then. */
export async function storeImportedPerson(
  db: Db,
  { importId, email, at, customer }: { importId: string; email: string; at: Date; customer?: string },
): Promise<void> {
  const accountId = randomUUID()
  await inTransaction(db, async (trx) => {
    await insertOwner(trx, {
      accountId,
      userId: randomUUID(),
      contactId: randomUUID(),
      name: 'Imported',
      email,
      emailKey: email,
      passwordHash: null,
      newsletter: false,
      language: 'en',
      confirmedAt: null,
      now: at,
    })
    await trx
      .insertInto('imported_person')
      .values({
        account_id: accountId,
        import_id: importId,
        ...(customer !== undefined && { customer, charged_from: at, terms: '{"provider":"stripe"}' }),
      })
      .execute()
  })
}

/** A row that was not imported. */
export async function storeRefusedRow(db: Db, importId: string): Promise<void> {
  await db
    .insertInto('people_import_row')
    .values({ import_id: importId, row: 2, cells: '["nobody"]', fault: 'email-invalid' })
    .execute()
}
