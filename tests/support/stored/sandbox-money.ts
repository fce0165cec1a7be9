import type { Selectable } from 'kysely'
import type { Db, Tables } from '#server/platform/database/tables.ts'
import { attemptsOf } from './money.ts'

type SandboxCharge = {
  readonly ref: string
  readonly customer: string
  readonly attemptId: string
  readonly state: Selectable<Tables['sandbox_charge']>['state']
  readonly cents: number
}

/** The charges that the demo's provider was asked for, oldest first: for all accounts and orders, or for one. */
export async function sandboxCharges(db: Db, accountId?: string): Promise<SandboxCharge[]> {
  const charges = await db
    .selectFrom('sandbox_charge')
    .select(['ref', 'customer', 'attempt_id as attemptId', 'state', 'amount_cents as cents'])
    .orderBy('created_at')
    .orderBy('ref')
    .execute()
  if (accountId === undefined) return charges
  const attempts = new Set((await attemptsOf(db, accountId)).map(({ id }) => id))
  return charges.filter(({ attemptId }) => attempts.has(attemptId))
}

/** Its successful charges, in cents, oldest first. */
export async function takenAtSandbox(db: Db, accountId?: string): Promise<number[]> {
  const charges = await sandboxCharges(db, accountId)
  return charges.flatMap(({ state, cents }) => (state === 'succeeded' ? [cents] : []))
}

/** Its refunds. */
export function sandboxRefunds(db: Db): Promise<{ chargeRef: string; cents: number }[]> {
  return db
    .selectFrom('sandbox_refund')
    .select(['charge_ref as chargeRef', 'amount_cents as cents'])
    .orderBy('created_at')
    .execute()
}

/** Its refunds of an account, in cents. */
export async function givenBackAtSandbox(db: Db, accountId: string): Promise<number[]> {
  const refs = new Set((await sandboxCharges(db, accountId)).map(({ ref }) => ref))
  return (await sandboxRefunds(db)).flatMap(({ chargeRef, cents }) => (refs.has(chargeRef) ? [cents] : []))
}

/** Writes something else into its books, as no call of it does. */
export async function changeSandboxCharge(
  db: Db,
  ref: string,
  { state, cents }: Partial<Pick<SandboxCharge, 'state' | 'cents'>>,
): Promise<void> {
  await db
    .updateTable('sandbox_charge')
    .set({ ...(state && { state }), ...(cents !== undefined && { amount_cents: cents }) })
    .where('ref', '=', ref)
    .execute()
}

/** Whether it knows an account as its customer. */
export async function isSandboxCustomer(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sandbox_customer')
    .select('ref')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

/** Amounts that a card holder's bank reversed, or disputes. */
export function sandboxDisputes(
  db: Db,
): Promise<{ chargeRef: string; cents: number; state: Selectable<Tables['sandbox_dispute']>['state'] }[]> {
  return db
    .selectFrom('sandbox_dispute')
    .select(['charge_ref as chargeRef', 'amount_cents as cents', 'state'])
    .orderBy('ref')
    .execute()
}
