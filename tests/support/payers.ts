import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '#server/platform/database/database.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'

/** An account holder as the rows of a database: signed in, with an address and a card at the sandbox. */
export type Payer = {
  readonly accountId: string
  readonly email: string
  readonly token: string
  readonly customer: string
  readonly method: string
  readonly setup: string
}

/** Writes account holders into a database, hundreds at once: through the calls it would take minutes. */
export async function seedPayers(database: Database, count: number): Promise<Payer[]> {
  const { db } = database
  const now = new Date()
  const created = { created_at: now }
  const payers = Array.from({ length: count }, (_, index) => {
    const word = `${index}${randomBytes(6).toString('hex')}`
    return {
      accountId: randomUUID(),
      userId: randomUUID(),
      email: `payer${word}@example.org`,
      token: randomBytes(32).toString('base64url'),
      customer: `cus_${word}`,
      method: `pm_${word}`,
      setup: `seti_${word}`,
    }
  })
  const rows = <Row>(of: (payer: (typeof payers)[number]) => Row) => payers.map(of)
  await db
    .insertInto('account')
    .values(
      rows(({ accountId, email }) => ({
        id: accountId,
        name: email,
        country: 'DE',
        billing_address: `${email}\nMusterstraße 1\n10115 Berlin`,
        ...created,
      })),
    )
    .execute()
  await db
    .insertInto('account_user')
    .values(
      rows(({ accountId, userId, email }) => ({
        id: userId,
        account_id: accountId,
        name: email,
        role: 'owner' as const,
        ...created,
      })),
    )
    .execute()
  await db
    .insertInto('contact')
    .values(
      rows(({ accountId, userId, email }) => ({
        id: randomUUID(),
        account_id: accountId,
        user_id: userId,
        email,
        email_key: email,
        is_primary: true,
        confirmed_at: now,
        ...created,
      })),
    )
    .execute()
  await db
    .insertInto('session')
    .values(
      rows(({ userId, token }) => ({
        token_hash: sha256(token),
        user_id: userId,
        kind: 'full' as const,
        stay_signed_in: false,
        user_agent: null,
        last_seen_at: now,
        expires_at: new Date(now.getTime() + 36_000_000),
        ...created,
      })),
    )
    .execute()
  await seedCards(database, payers, now)
  return payers
}

async function seedCards({ db }: Database, payers: readonly Payer[], now: Date): Promise<void> {
  await db
    .insertInto('payment_customer')
    .values(
      payers.map(({ accountId, customer }) => ({
        account_id: accountId,
        provider: 'sandbox',
        mode: 'test' as const,
        ref: customer,
        created_at: now,
      })),
    )
    .execute()
  await db
    .insertInto('sandbox_customer')
    .values(payers.map(({ accountId, customer }) => ({ ref: customer, account_id: accountId })))
    .execute()
  await db
    .insertInto('sandbox_method')
    .values(
      payers.map(({ customer, method }) => ({
        ref: method,
        customer,
        number: '4242424242424242',
        expires: '2039-12',
      })),
    )
    .execute()
  await db
    .insertInto('sandbox_setup')
    .values(
      payers.map(({ customer, method, setup }) => ({
        ref: setup,
        customer,
        client_secret: `${setup}_secret`,
        idempotency_key: setup,
        state: 'succeeded' as const,
        method,
        message: null,
      })),
    )
    .execute()
}

/** For each account: its number of charges and invoices, and its bookings. */
export async function booksOf({ pool }: Database, accountIds: readonly string[]) {
  const { rows } = await pool.query<{ id: string; charges: number; invoices: number; books: string }>(
    `select a.id,
       (select count(*)::int from sandbox_charge c join sandbox_customer u on u.ref = c.customer
         where u.account_id = a.id::text and c.state = 'succeeded') as charges,
       (select count(*)::int from invoice i where i.account_id = a.id) as invoices,
       (select string_agg(kind || ' ' || amount_cents, ', ' order by kind) from ledger_entry l
         where l.account_id = a.id) as books
     from account a where a.id = any($1)`,
    [accountIds],
  )
  return new Map(rows.map(({ id, ...books }) => [id, books]))
}

/** Waits until no charge is in progress. */
export async function settled({ pool }: Database, withinMs = 60_000): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end; ) {
    const { rows } = await pool.query<{ open: number }>(
      `select count(*)::int as open from charge_attempt where state in ('submitted', 'processing', 'unknown')`,
    )
    if (rows[0]?.open === 0) return
    await new Promise((wake) => setTimeout(wake, 100))
  }
  throw new Error('something is on its way still')
}
