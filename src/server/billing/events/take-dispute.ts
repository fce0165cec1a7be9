import { findAttempt } from '#server/billing/charging/charging.store.ts'
import type { FoundDispute, PaymentProvider } from '#server/outside/payment.ts'
import type { Services } from '#server/services/services.ts'
import { recordReversal } from './record-reversal.ts'

/**
 * A card holder has their bank take a payment back. From the first word on nothing more is charged; the money counts as given
 * back when the dispute is lost. Won, it is only told: whether the customer goes on is the operator's to decide.
 */
export async function takeDispute(
  services: Services,
  provider: PaymentProvider,
  { kind, ref, chargeRef, amountCents }: FoundDispute,
): Promise<'settled' | 'unknown'> {
  const attempt = await findAttempt(services.database.db, { provider: provider.name, ref: chargeRef })
  if (!attempt) return 'unknown'
  await recordReversal(services, attempt, {
    kind: `dispute-${kind}`,
    ref,
    disputedCents: amountCents,
    returnedCents: kind === 'lost' ? amountCents : 0,
  })
  return 'settled'
}
