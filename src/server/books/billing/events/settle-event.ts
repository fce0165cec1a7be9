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
 * Does what an event is about, as the provider says now: its own words are not believed. What belongs to nobody here (another
 * site with the same account at the provider) is left alone; the daily comparison of the books finds what is amiss. Throws
 * where the provider can not be asked, or does not know. `early`: about a charge that nobody here knows, which may be because
 * the message of the charge itself comes later.
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

/** The answer of a provider; one that does not know is asked again later. */
function known<Found extends object>(answer: Found | 'none' | Unknown): Exclude<Found, Unknown> | 'none' {
  if (answer === 'none') return answer
  if ('reason' in answer && 'kind' in answer && answer.kind === 'unknown')
    throw new Unavailable(String(answer.reason))
  return answer as Exclude<Found, Unknown>
}

/** The warning itself is the news: nothing of it is asked for again. It is told once, as its reference says. */
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
 * A card holder has their bank take a payment back. From the first word on nothing more is charged; the money counts as given
 * back when the dispute is lost. Won, it is only told: whether the customer goes on is the operator's to decide.
 */
async function settleDispute(
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
