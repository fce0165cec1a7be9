import { booking, type MoneyEvent } from '#domain/billing/ledger.ts'
import type { Trx } from '#server/platform/database/tables.ts'

/** Adds an event's lines to the ledger, once per `subject`. */
export async function book(
  trx: Trx,
  event: MoneyEvent,
  of: {
    accountId: string
    chargeId: string | null
    /** Number of the invoice or credit note. */
    document?: string | undefined
    /** Idempotency key: the paid attempt, the bill, the refund. */
    subject: string
    at: Date
  },
): Promise<void> {
  const { accountId, chargeId, document = null, subject, at } = of
  const lines = booking(event)
  if (lines.length === 0) return
  await trx
    .insertInto('ledger_entry')
    .values(
      lines.map(({ kind, amountCents }) => ({
        account_id: accountId,
        kind,
        amount_cents: amountCents,
        charge_id: chargeId,
        document: kind === 'invoiced' || kind === 'credited' ? document : null,
        effect_key: `${kind} ${subject}`,
        booked_at: at,
      })),
    )
    .onConflict((conflict) => conflict.column('effect_key').doNothing())
    .execute()
}
