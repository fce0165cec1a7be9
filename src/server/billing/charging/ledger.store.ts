import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Books a movement, once for each effect; nothing where it is of nothing. */
export async function book(
  trx: Transaction<Tables>,
  entry: {
    accountId: string
    kind: 'captured' | 'refunded' | 'invoiced' | 'credited'
    amountCents: number
    chargeId: string | null
    document?: string
    effectKey: string
    at: Date
  },
): Promise<void> {
  if (entry.amountCents === 0) return
  await trx
    .insertInto('ledger_entry')
    .values({
      account_id: entry.accountId,
      kind: entry.kind,
      amount_cents: entry.amountCents,
      charge_id: entry.chargeId,
      document: entry.document ?? null,
      effect_key: entry.effectKey,
      booked_at: entry.at,
    })
    .onConflict((conflict) => conflict.column('effect_key').doNothing())
    .execute()
}
