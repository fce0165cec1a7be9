import { findAttempt } from '#server/books/billing/charging/charging.store.ts'
import { findRefund, findRefundByRef } from '#server/books/billing/charging/refund.store.ts'
import { settleRefund } from '#server/books/billing/charging/settle-refund.ts'
import type { FoundRefund, PaymentProvider } from '#server/platform/outside/payment.ts'
import { isUuid } from '#server/platform/runtime/uuid.ts'
import type { Services } from '#server/platform/services/services.ts'
import { recordReversal } from './record-reversal.ts'

/**
 * Settles a refund in its current state at the provider: one of this site, or one from the provider's dashboard, which
 * is recorded and reported to the operator. `settled`: something changed.
 */
export async function settleFoundRefund(
  services: Services,
  provider: PaymentProvider,
  found: FoundRefund,
): Promise<'settled' | 'as-known' | 'unknown'> {
  const { db } = services.database
  const { ref, refundId, chargeRef } = found
  const own =
    (refundId !== undefined && isUuid(refundId) ? await findRefund(db, refundId) : undefined) ??
    (await findRefundByRef(db, provider.name, ref))
  if (own) {
    if (found.kind === 'pending' || (found.kind === 'succeeded' && own.state === 'succeeded'))
      return 'as-known'
    const code = 'the provider could not give it back'
    await settleRefund(
      services,
      own.id,
      found.kind === 'failed' ? { kind: 'failed', code } : { kind: 'succeeded', ref },
    )
    return own.state === 'failed' ? 'as-known' : 'settled'
  }
  const attempt = await findAttempt(db, { provider: provider.name, ref: chargeRef })
  if (!attempt) return 'unknown'
  if (found.kind !== 'succeeded') return 'as-known'
  await recordReversal(services, attempt, {
    kind: 'refund-elsewhere',
    ref,
    disputedCents: found.amountCents,
    returnedCents: found.amountCents,
  })
  return 'settled'
}
