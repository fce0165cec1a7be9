/** Stripe's data about a declined card. */
export type Decline = { readonly code: string; readonly decline_code?: string; readonly message: string }

/** How the bank of a test card behaves, at its set-up and at a charge without the card holder. */
export type FakeCard = {
  readonly number: string
  /** Its name where no number is given. */
  readonly token: string
  readonly brand: string
  readonly setup: 'succeeds' | 'asks' | Decline
  /** `asks-once`: not where the card holder was asked at the set-up. */
  readonly charge: 'succeeds' | 'asks' | 'asks-once' | Decline
}

export const declined: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
}

/** Stripe's test cards, as its documentation describes them. */
const cards: readonly FakeCard[] = [
  card('4242424242424242', 'pm_card_visa', 'succeeds', 'succeeds'),
  card('5555555555554444', 'pm_card_mastercard', 'succeeds', 'succeeds', 'mastercard'),
  card('4000000000000002', 'pm_card_visa_chargeDeclined', declined, declined),
  card('4000000000000341', 'pm_card_chargeCustomerFail', 'succeeds', declined),
  card('4000000000009995', 'pm_card_visa_chargeDeclinedInsufficientFunds', 'succeeds', {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  }),
  card('4000000000009979', 'pm_card_visa_chargeDeclinedStolenCard', 'succeeds', {
    code: 'card_declined',
    decline_code: 'stolen_card',
    message: 'Your card was declined.',
  }),
  card('4000000000000069', 'pm_card_chargeDeclinedExpiredCard', 'succeeds', {
    code: 'expired_card',
    message: 'Your card has expired.',
  }),
  card('4000000000000119', 'pm_card_chargeDeclinedProcessingError', 'succeeds', {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  }),
  card('4000002500003155', 'pm_card_authenticationRequiredOnSetup', 'asks', 'asks-once'),
  card('4000002760003184', 'pm_card_authenticationRequired', 'asks', 'asks'),
]

export function findCard(numberOrToken: string): FakeCard | undefined {
  return cards.find(({ number, token }) => number === numberOrToken || token === numberOrToken)
}

function card(
  number: string,
  token: string,
  setup: FakeCard['setup'],
  charge: FakeCard['charge'],
  brand = 'visa',
): FakeCard {
  return { number, token, brand, setup, charge }
}
