import { findAttempt } from '#server/books/billing/charging/charging.store.ts'
import type {
  ChargeOrder,
  FoundDispute,
  PaymentEvent,
  PaymentProvider,
  Unknown,
} from '#server/platform/outside/payment.ts'
import { Unavailable } from '#server/platform/runtime/unavailable.ts'
import type { Services } from '#server/platform/services/services.ts'
import { recordReversal } from './record-reversal.ts'
import { settleChangedCard, settleGoneCustomer } from './settle-card-news.ts'
import { settleFoundCharge } from './settle-found-charge.ts'
import { settleFoundRefund } from './settle-found-refund.ts'

/**
 * Processes the object of an event in its current state at the provider: the event's own content is not trusted.
 * Objects of others (another site with the same provider account) are ignored; the daily reconciliation finds
 * discrepancies. Throws where the provider is unavailable or does not know. `early`: about an unknown charge, whose own
 * event may arrive later.
 */
export async function settleEvent(
  services: Services,
  providerName: string,
  about: PaymentEvent['about'],
): Promise<'done' | 'early'> {
  const provider = services.payments.get(providerName)
  if (!provider) throw new Error(`${providerName} is not configured`)
  switch (about.kind) {
    case 'charge':
      await settleFoundCharge(services, provider, about)
      return 'done'
    case 'refund': {
      const found = known(await provider.findRefund(about.ref))
      if (found === 'none') return 'done'
      return (await settleFoundRefund(services, provider, found)) === 'unknown' ? 'early' : 'done'
    }
    case 'dispute': {
      const found = known(await provider.findDispute(about.ref))
      if (found === 'none') return 'done'
      return (await settleDispute(services, provider, found)) === 'unknown' ? 'early' : 'done'
    }
    case 'fraud-warning':
      return (await settleFraudWarning(services, provider, about)) === 'unknown' ? 'early' : 'done'
    case 'card':
      await settleChangedCard(services, provider, about.ref)
      return 'done'
    case 'customer-gone':
      await settleGoneCustomer(services, provider, about.ref)
      return 'done'
    case 'other':
      return 'done'
  }
}

/** The provider's answer; an unknown outcome throws, and is retried later. */
function known<Found extends object>(answer: Found | 'none' | Unknown): Exclude<Found, Unknown> | 'none' {
  if (answer === 'none') return answer
  if ('reason' in answer && 'kind' in answer && answer.kind === 'unknown')
    throw new Unavailable(String(answer.reason))
  return answer as Exclude<Found, Unknown>
}

/** The warning itself is the information, so nothing is read. Reported once per reference. */
async function settleFraudWarning(
  services: Services,
  provider: PaymentProvider,
  { ref, chargeRef }: { ref: string; chargeRef: string | undefined },
): Promise<'settled' | 'unknown'> {
  const attempt =
    chargeRef === undefined
      ? undefined
      : await findAttempt(services.database.db, { provider: provider.name, ref: chargeRef })
  if (!attempt) return 'unknown'
  const { amountCents } = attempt.params as ChargeOrder
  await recordReversal(services, attempt, {
    kind: 'fraud-warning',
    ref,
    disputedCents: amountCents,
    returnedCents: 0,
  })
  return 'settled'
}

/**
 * A dispute: from its opening on nothing more is charged; when it is lost the amount counts as refunded. A won dispute
 * is only reported: whether to continue with the customer is the operator's decision.
 */
async function settleDispute(
  services: Services,
  provider: PaymentProvider,
  { kind, ref, chargeRef, amountCents, dueAt }: FoundDispute,
): Promise<'settled' | 'unknown'> {
  const attempt = await findAttempt(services.database.db, { provider: provider.name, ref: chargeRef })
  if (!attempt) return 'unknown'
  await recordReversal(services, attempt, {
    kind: `dispute-${kind}`,
    ref,
    disputedCents: amountCents,
    returnedCents: kind === 'lost' ? amountCents : 0,
    dueAt,
  })
  return 'settled'
}
