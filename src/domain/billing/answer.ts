import { returnPayment } from '#domain/billing/refunds/refund-orders.ts'
import { advanceCharge, type ChargeNews } from './charge-machine.ts'
import { attempt } from './charging.ts'
import { type BillingContext, type Decision, decided, type MailKind, unchanged } from './decision.ts'
import { end } from './ending.ts'
import { settle } from './settle.ts'
import { isWaitedFor, type OpenCharge, type SubscriptionState } from './state.ts'

/**
 * The provider's reply about a charge: immediate, by webhook, or when polled. Sent once for each change of an attempt.
 */
export type ChargeAnsweredEvent = {
  readonly type: 'charge-answered'
  readonly key: string
  /** Number of the attempt. With it, a second payment of the same charge is detected and refunded. */
  readonly attempt?: number | undefined
  readonly news: Exclude<ChargeNews, 'submitted' | 'refunded'>
  /** Captured by the charge; refunded if it is no longer wanted. */
  readonly grossCents: number
}

/**
 * Handles the provider's reply about a charge. Paid: its purpose takes effect. Declined: a renewal continues in its grace
 * period; an order is dropped. Unknown: everything waits. Money for a purpose no longer wanted is refunded. Never
 * refused.
 */
export function answer(
  state: SubscriptionState,
  event: ChargeAnsweredEvent,
  context: BillingContext,
): Decision {
  const { openCharge } = state
  if (openCharge?.key !== event.key) return answerLate(state, event)
  const progress = advanceCharge(openCharge, meantNews(openCharge, event.news), context.now)
  if (!progress) return unchanged(state)
  const charge = { ...openCharge, ...progress }
  if (event.news === 'succeeded')
    return settle(state, { ...charge, attempts: event.attempt ?? charge.attempts }, context)
  if (event.news === 'processing' || event.news === 'unknown') return decided(state, { openCharge: charge })
  return isWaitedFor(charge.purpose) ? answerWaiting(state, charge) : answerRenewal(state, charge, context)
}

/**
 * A renewal not confirmed by the card holder waits for them: a retry without them would only ask again. A declined one is
 * retried by its own rules.
 */
function meantNews({ state }: OpenCharge, news: ChargeAnsweredEvent['news']): ChargeNews {
  if (news !== 'abandoned') return news
  return state === 'needs-action' || state === 'declined' ? 'declined-hard' : news
}

function answerLate(state: SubscriptionState, event: ChargeAnsweredEvent): Decision {
  const settled = state.payments.some(
    ({ key, attempt }) => key === event.key && attempt === (event.attempt ?? attempt),
  )
  return event.news === 'succeeded' && !settled ? returnPayment(state, event) : unchanged(state)
}

function answerWaiting(state: SubscriptionState, charge: OpenCharge): Decision {
  return decided(state, { openCharge: charge.state === 'needs-action' ? charge : null })
}

function answerRenewal(state: SubscriptionState, charge: OpenCharge, context: BillingContext): Decision {
  if (state.status === 'pending-expiry') {
    // cancelled while the charge was pending, and not paid: the subscription ended with the cancellation
    return end({ ...state, openCharge: charge }, context.now, {}, { mails: ['subscription-ended'] })
  }
  if (charge.state === 'abandoned') return attempt(state, charge, context)
  return decided(state, { openCharge: charge }, { mails: [mailFor(charge)] })
}

function mailFor({ state, decline }: OpenCharge): MailKind {
  if (state === 'needs-action') return 'payment-action-needed'
  return decline === 'hard' ? 'payment-refused' : 'payment-failed'
}
