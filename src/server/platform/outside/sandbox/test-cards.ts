/** The behaviour of a test card's bank. */
export type TestCard = {
  readonly number: string
  readonly brand: string
  readonly setup: 'succeeds' | 'declined' | 'asks'
  readonly charge: 'succeeds' | 'asks' | { readonly code: string; readonly hard: boolean }
}

/** The well-known test numbers; the sandbox accepts no others. */
export const testCards: readonly TestCard[] = [
  card('4242424242424242', 'succeeds', 'succeeds'),
  card('5555555555554444', 'succeeds', 'succeeds', 'mastercard'),
  card('4000000000000002', 'declined', { code: 'card_declined', hard: false }),
  card('4000000000000341', 'succeeds', { code: 'card_declined', hard: false }),
  card('4000000000009995', 'succeeds', { code: 'insufficient_funds', hard: false }),
  card('4000000000000069', 'succeeds', { code: 'expired_card', hard: true }),
  card('4000000000000119', 'succeeds', { code: 'processing_error', hard: false }),
  card('4000002500003155', 'asks', 'succeeds'),
  card('4000002760003184', 'asks', 'asks'),
]

export function testCard(number: string): TestCard | undefined {
  return testCards.find((known) => known.number === number)
}

/** The bank's message for the card holder. */
export function declineMessage(code: string): string {
  return messages[code] ?? 'Your card was declined.'
}

const messages: Readonly<Record<string, string>> = {
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  authentication_failed: 'Your bank could not confirm that this payment is yours.',
}

function card(
  number: string,
  setup: TestCard['setup'],
  charge: TestCard['charge'],
  brand = 'visa',
): TestCard {
  return { number, brand, setup, charge }
}
