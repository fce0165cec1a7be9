import type { ChargeResult, Unknown } from '#server/platform/outside/payment.ts'
import { type Failure, Payment } from './stripe-shapes.ts'

/** The expected owner of a payment; any other answer is not trusted. */
export type Expected = {
  readonly livemode: boolean
  readonly installation: string
  readonly attemptId?: string
  readonly customer?: string
  readonly amountCents?: number
}

/**
 * Reads the state of a Stripe payment. It is trusted only where attempt, customer, amount and currency are as ordered,
 * and site and mode are ours; otherwise the result is unknown.
 */
export function readCharge(body: unknown, expected: Expected): ChargeResult {
  const read = Payment.safeParse(body)
  if (!read.success) return odd('no payment')
  const { id: ref, status, amount, currency, client_secret: clientSecret, ...payment } = read.data
  const { attemptId, customer, amountCents, livemode, installation } = expected
  if (payment.livemode !== livemode) return odd(`${ref} is of the other mode`)
  if (payment.metadata.installation !== installation) return odd(`${ref} is of another site`)
  if (attemptId !== undefined && payment.metadata.attempt !== attemptId)
    return odd(`${ref} is of another attempt`)
  if (customer !== undefined && payment.customer !== customer) return odd(`${ref} is another customer's`)
  if (currency !== 'eur') return odd(`${ref} is not in EUR`)
  if (amountCents !== undefined && amount !== amountCents) return odd(`${ref} is of another amount`)
  switch (status) {
    case 'succeeded':
      return payment.amount_received === amount
        ? { kind: 'succeeded', ref, amountCents: amount }
        : odd(`${ref} took another amount`)
    case 'requires_action':
    case 'requires_confirmation':
      return { kind: 'needs-action', ref, clientSecret }
    case 'processing':
      return { kind: 'processing', ref }
    case 'canceled':
      return { kind: 'cancelled', ref }
    case 'requires_payment_method': {
      const failure = payment.last_payment_error
      if (!failure) return odd(`${ref} was never tried`)
      // off session the bank can only decline; the card holder can confirm the same payment
      if (failure.code === 'authentication_required') return { kind: 'needs-action', ref, clientSecret }
      return { kind: 'declined', ref, ...declinedBy(failure) }
    }
    default:
      return odd(`${ref} is ${status}`)
  }
}

function odd(reason: string): Unknown {
  return { kind: 'unknown', reason }
}

/**
 * Returns why a bank declined, and whether retrying the same card is pointless (`hard`). The issuer's reason takes
 * precedence; the message is Stripe's, for the card holder.
 */
export function declinedBy(failure: Failure): { code: string; hard: boolean; message: string } {
  const { code, decline_code: reason, advice_code: advice, message } = failure
  const declined = reason && reason !== 'generic_decline' ? reason : (code ?? 'card_declined')
  return {
    code: declined === 'payment_intent_authentication_failure' ? 'authentication_failed' : declined,
    hard: advice === 'do_not_try_again' || hardReasons.has(declined),
    message: message || 'Your card was declined.',
  }
}

/** Stripe's decline codes after which the same card never works (docs.stripe.com/declines/codes). */
const hardReasons: ReadonlySet<string> = new Set([
  'card_not_supported',
  'currency_not_supported',
  'expired_card',
  'fraudulent',
  'incorrect_number',
  'invalid_account',
  'invalid_cvc',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_number',
  'lost_card',
  'merchant_blacklist',
  'new_account_information_available',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'service_not_allowed',
  'stolen_card',
  'stop_payment_order',
  'testmode_decline',
  'transaction_not_allowed',
])
