import type { NoticeKind } from '#server/books/billing/payment-notice.store.ts'
import type { Movement, PaymentProvider } from '#server/platform/outside/payment.ts'
import type { Services } from '#server/platform/services/services.ts'
import { returnedSince, takenSince } from './reconciliation.store.ts'

type Missing = { kind: NoticeKind; ref: string; amountCents: number; accountId: string; attemptId?: string }

/** Charges sent just after the beginning may be booked just before it. */
const marginMs = 3_600_000

/**
 * Returns charges that are in the ledger but not at the provider, or there with another amount. Each is looked up
 * before it is reported, because the provider's list may be slightly older.
 */
export async function missingAtProvider(
  { database: { db } }: Pick<Services, 'database'>,
  provider: PaymentProvider,
  { since, movements }: { since: Date; movements: readonly Movement[] },
): Promise<readonly Missing[]> {
  const from = new Date(since.getTime() + marginMs)
  const listed = new Map(movements.map(({ kind, ref, amountCents }) => [`${kind} ${ref}`, amountCents]))
  const missing: Missing[] = []
  for (const { id, ref, amountCents, accountId, customer, sentAt } of await takenSince(db, provider, from)) {
    const of = { ref: ref ?? id, amountCents, accountId, attemptId: id }
    const there = listed.get(`charge ${ref}`)
    if (there !== undefined && there !== amountCents) missing.push({ ...of, kind: 'amount-differs' })
    if (there !== undefined) continue
    const found = await provider.findCharge({ attemptId: id, ref: ref ?? undefined, customer, since: sentAt })
    if (found !== 'none' && (found.kind === 'succeeded' || found.kind === 'unknown')) continue
    missing.push({ ...of, kind: 'charge-missing' })
  }
  for (const { id, ref, amountCents, accountId } of await returnedSince(db, provider, from)) {
    const of = { ref: ref ?? id, amountCents, accountId }
    const there = listed.get(`refund ${ref}`)
    if (there !== undefined && there !== amountCents) missing.push({ ...of, kind: 'amount-differs' })
    // an amount reversed by a dispute is no refund of the provider
    if (there !== undefined || ref === null) continue
    const found = await provider.findRefund(ref)
    if (found !== 'none' && found.kind !== 'failed') continue
    if (found === 'none' && (await provider.findDispute(ref)) !== 'none') continue
    missing.push({ ...of, kind: 'refund-missing' })
  }
  return missing
}
