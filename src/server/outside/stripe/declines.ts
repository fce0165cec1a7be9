import type { Failure } from './stripe-shapes.ts'

/**
 * Why a bank declined, and whether the same card is worth another try (`hard`: it is not). The issuer's own reason wins
 * where it gives one; the message is Stripe's, for the card holder.
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

/** Stripe's list of reasons after which the same card never works (docs.stripe.com/declines/codes). */
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
