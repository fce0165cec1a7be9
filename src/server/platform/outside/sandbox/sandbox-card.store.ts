import type { Selectable } from 'kysely'
import type { Db, Tables } from '#server/platform/database/tables.ts'

export type MethodRow = Selectable<Tables['sandbox_method']>
type SetupRow = Selectable<Tables['sandbox_setup']>

export async function ensureCustomer(
  db: Db,
  { accountId, ref }: { accountId: string; ref: string },
): Promise<string> {
  await db
    .insertInto('sandbox_customer')
    .values({ ref, account_id: accountId })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
  const customer = await db
    .selectFrom('sandbox_customer')
    .select('ref')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return customer.ref
}

export async function ensureSetup(
  db: Db,
  setup: { ref: string; customer: string; clientSecret: string; idempotencyKey: string },
): Promise<SetupRow> {
  await db
    .insertInto('sandbox_setup')
    .values({
      ref: setup.ref,
      customer: setup.customer,
      client_secret: setup.clientSecret,
      idempotency_key: setup.idempotencyKey,
      state: 'open',
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .execute()
  return db
    .selectFrom('sandbox_setup')
    .selectAll()
    .where('idempotency_key', '=', setup.idempotencyKey)
    .executeTakeFirstOrThrow()
}

export async function findSetup(
  db: Db,
  by: { ref: string } | { clientSecret: string },
): Promise<SetupRow | undefined> {
  const query = db.selectFrom('sandbox_setup').selectAll()
  return (
    'ref' in by ? query.where('ref', '=', by.ref) : query.where('client_secret', '=', by.clientSecret)
  ).executeTakeFirst()
}

export async function settleSetup(
  db: Db,
  ref: string,
  outcome: { state: SetupRow['state']; method: string | null; message: string | null },
): Promise<void> {
  await db.updateTable('sandbox_setup').set(outcome).where('ref', '=', ref).execute()
}

export async function insertMethod(
  db: Db,
  method: { ref: string; customer: string; number: string; expires: string },
): Promise<void> {
  await db.insertInto('sandbox_method').values(method).execute()
}

export async function findMethod(db: Db, ref: string): Promise<MethodRow | undefined> {
  return db.selectFrom('sandbox_method').selectAll().where('ref', '=', ref).executeTakeFirst()
}

export async function detachMethod(db: Db, ref: string): Promise<void> {
  await db.updateTable('sandbox_method').set({ detached: true }).where('ref', '=', ref).execute()
}

/** Deletes a customer with cards and set-ups; payments remain. */
export async function deleteCustomer(db: Db, customer: string): Promise<void> {
  await db.deleteFrom('sandbox_customer').where('ref', '=', customer).execute()
}
