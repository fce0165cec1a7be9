import { randomUUID } from 'node:crypto'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tables } from '#server/platform/database/tables.ts'

type Attempt = {
  readonly id: string
  readonly accountId: string
  readonly chargeId: string
  readonly state: Selectable<Tables['charge_attempt']>['state']
  /** Mode of the keys used. */
  readonly mode: 'test' | 'live' | 'unknown'
  /** The provider's ID; empty while unknown. */
  readonly ref: string
  /** Code of the decline or refusal. */
  readonly code: string | null
  readonly reason: string | null
}

/** Returns the payment attempts of all accounts and orders, or of one, oldest first. */
export async function attemptsOf(db: Db, accountId?: string): Promise<Attempt[]> {
  const rows = await db
    .selectFrom('charge_attempt')
    .innerJoin('charge', 'charge.id', 'charge_attempt.charge_id')
    .selectAll('charge_attempt')
    .select('charge.account_id')
    .orderBy('charge_attempt.created_at')
    .orderBy('charge_attempt.first_sent_at')
    .orderBy('charge_attempt.number')
    .execute()
  return rows
    .filter((row) => accountId === undefined || row.account_id === accountId)
    .map((row) => ({
      id: row.id,
      accountId: row.account_id,
      chargeId: row.charge_id,
      state: row.state,
      mode: row.mode,
      ref: row.provider_ref ?? '',
      code: row.decline_code,
      reason: row.decline_message,
    }))
}

type Charge = {
  readonly accountId: string
  readonly state: Selectable<Tables['charge']>['state']
  readonly grossCents: number
  /** The facts of the invoice; without the buyer once it may be deleted. */
  readonly facts: unknown
}

/** Returns the charges of all accounts and orders, oldest first. */
export function charges(db: Db): Promise<Charge[]> {
  return db
    .selectFrom('charge')
    .select(['account_id as accountId', 'state', 'gross_cents as grossCents', 'facts'])
    .orderBy('created_at')
    .execute()
}

/** The bookings of an account or an order, as `captured 1190`, sorted. */
export async function bookedFor(db: Db, accountId: string): Promise<string[]> {
  return (await ledger(db, accountId)).map(({ kind, cents }) => `${kind} ${cents}`).toSorted()
}

/** The sum of each kind of entry in the ledger: of one account or order, or of all. */
export async function ledgerSums(db: Db, accountId?: string): Promise<Record<string, number>> {
  const sums: Record<string, number> = {}
  for (const { kind, cents } of await ledger(db, accountId)) sums[kind] = (sums[kind] ?? 0) + cents
  return sums
}

async function ledger(db: Db, accountId?: string) {
  const rows = await db
    .selectFrom('ledger_entry')
    .select(['account_id', 'kind', 'amount_cents as cents'])
    .orderBy('id')
    .execute()
  return rows.filter((row) => accountId === undefined || row.account_id === accountId)
}

/** Every invoice and credit note of the site, by number. */
export function allInvoices(db: Db): Promise<Selectable<Tables['invoice']>[]> {
  return db.selectFrom('invoice').selectAll().orderBy('number').execute()
}

type Notice = {
  readonly kind: string
  readonly accountId: string | null
  readonly attemptId: string | null
  readonly cents: number | null
  /** Identifies its subject, so that it is stored once. */
  readonly key: string
}

/** The operator's notices about payments, oldest first: of all accounts and orders, or of one. */
export async function noticesOf(db: Db, accountId?: string): Promise<Notice[]> {
  const rows = await db
    .selectFrom('payment_notice')
    .select([
      'kind',
      'account_id as accountId',
      'attempt_id as attemptId',
      'amount_cents as cents',
      'effect_key as key',
    ])
    .orderBy('id')
    .execute()
  return rows.filter((row) => accountId === undefined || row.accountId === accountId)
}

/** The provider's messages that were taken in and are not dealt with. */
export async function waitingEvents(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('payment_event').select('id').where('processed_at', 'is', null).execute()
  return rows.map(({ id }) => id)
}

/** Removes unprocessed provider messages, as if lost. */
export async function loseWaitingEvents(db: Db): Promise<void> {
  await db.deleteFrom('payment_event').where('processed_at', 'is', null).execute()
}

type StoredCard = {
  readonly accountId: string
  readonly ref: string
  readonly mode: 'test' | 'live' | 'unknown'
  /** `2039-12` */
  readonly expires: string
  readonly last4: string
  /** It is no longer used, and its provider does not know that yet. */
  readonly leaving: boolean
}

export async function storedCards(db: Db): Promise<StoredCard[]> {
  const rows = await db.selectFrom('payment_method').selectAll().orderBy('created_at').execute()
  return rows.map((row) => ({
    accountId: row.account_id,
    ref: row.ref,
    mode: row.mode,
    expires: row.expires,
    last4: row.last4,
    leaving: row.detach_at !== null && row.detached_at === null,
  }))
}

/** Lets every card of an account expire with this month, `2026-12`. */
export async function expireCards(db: Db, accountId: string, month: string): Promise<void> {
  await db.updateTable('payment_method').set({ expires: month }).where('account_id', '=', accountId).execute()
}

/** Which accounts a provider knows, by its own names for them. */
export function storedCustomers(
  db: Db,
): Promise<{ accountId: string; ref: string; mode: 'test' | 'live' | 'unknown' }[]> {
  return db
    .selectFrom('payment_customer')
    .select(['account_id as accountId', 'ref', 'mode'])
    .orderBy('mode')
    .execute()
}

/** A payment without an attempt. */
export async function storeCharge(
  db: Db,
  { accountId, grossCents, at }: { accountId: string; grossCents: number; at: Date },
): Promise<void> {
  await db
    .insertInto('charge')
    .values({
      id: randomUUID(),
      account_id: accountId,
      key: 'period-1',
      purpose: '{}',
      facts: '{}',
      state: 'succeeded',
      gross_cents: grossCents,
      created_at: at,
      settled_at: at,
    })
    .execute()
}

/** What comparing with a provider's books has found, newest first. */
export function reconciliations(db: Db): Promise<Selectable<Tables['reconciliation']>[]> {
  return db.selectFrom('reconciliation').selectAll().orderBy('id', 'desc').execute()
}

/** Removes the reply to an attempt, as if it had never arrived. */
export async function abandonAttempt(
  db: Db,
  { id, chargeId }: { id: string; chargeId: string },
): Promise<void> {
  await db
    .updateTable('charge_attempt')
    .set({ state: 'abandoned', provider_ref: null, settled_at: null })
    .where('id', '=', id)
    .execute()
  await db.updateTable('charge').set({ state: 'abandoned' }).where('id', '=', chargeId).execute()
}

/** Stores an invoice without the other effects of issuing it. */
export async function storeInvoice(db: Db, row: Insertable<Tables['invoice']>): Promise<void> {
  await db.insertInto('invoice').values(row).execute()
}

/** Credit that an invoice has still to be corrected by, as the migration to gross credit leaves it. */
export async function storeCreditToCorrect(
  db: Db,
  { invoiceId, netCents, vatCents }: { invoiceId: string; netCents: number; vatCents: number },
): Promise<void> {
  await db
    .insertInto('credit_to_correct')
    .values({ invoice_id: invoiceId, net_cents: netCents, vat_cents: vatCents })
    .execute()
}

/** Removes the recorded key modes. */
export async function forgetModes(
  db: Db,
  ...tables: readonly ('payment_customer' | 'payment_method' | 'charge_attempt')[]
): Promise<void> {
  for (const table of tables) await db.updateTable(table).set({ mode: 'unknown' }).execute()
}

/** The refunds of an account, by net and tax. */
export function refundsOf(db: Db, accountId: string): Promise<{ netCents: number; vatCents: number }[]> {
  return db
    .selectFrom('refund')
    .innerJoin('charge', 'charge.id', 'refund.charge_id')
    .select(['refund.net_cents as netCents', 'refund.vat_cents as vatCents'])
    .where('charge.account_id', '=', accountId)
    .execute()
}

/** Removes an account's purchases, as after restoring an older backup. */
export async function losePurchases(db: Db, accountId: string): Promise<void> {
  await sql`alter table ledger_entry disable trigger ledger_unchanged`.execute(db)
  await db.deleteFrom('ledger_entry').where('account_id', '=', accountId).execute()
  await sql`alter table ledger_entry enable trigger ledger_unchanged`.execute(db)
  await db.deleteFrom('invoice').where('account_id', '=', accountId).execute()
  await db
    .deleteFrom('charge_attempt')
    .where('charge_id', 'in', (own) =>
      own.selectFrom('charge').select('id').where('account_id', '=', accountId),
    )
    .execute()
  await db.deleteFrom('charge').where('account_id', '=', accountId).execute()
  await db.deleteFrom('subscription').where('account_id', '=', accountId).execute()
}
