import { createHash } from 'node:crypto'
import type { CardOnFile, ChargeOrder, ChargeResult, PaymentEvent } from '#server/outside/payment.ts'
import type * as books from './sandbox.store.ts'
import { declineMessage, type TestCard, testCard } from './test-cards.ts'

/** What the bank of a card does with a charge. */
export function outcomeOf(known: TestCard, declining: boolean): Pick<books.NewCharge, 'state' | 'code'> {
  if (declining) return { state: 'declined', code: 'card_declined' }
  if (known.charge === 'succeeds') return { state: 'succeeded', code: null }
  if (known.charge === 'asks') return { state: 'needs-action', code: null }
  return { state: 'declined', code: known.charge.code }
}

/** A charge as it stands, in the words of the port. */
export function resultOf(charge: books.ChargeRow): ChargeResult {
  const { ref, code } = charge
  switch (charge.state) {
    case 'succeeded':
      return { kind: 'succeeded', ref, amountCents: charge.amount_cents }
    case 'needs-action':
      return { kind: 'needs-action', ref, clientSecret: charge.client_secret }
    case 'cancelled':
      return { kind: 'cancelled', ref }
    case 'declined': {
      const word = code ?? 'card_declined'
      return {
        kind: 'declined',
        ref,
        code: word,
        hard: word === 'expired_card',
        message: declineMessage(word),
      }
    }
  }
}

export function aboutCharge(charge: books.ChargeRow): PaymentEvent['about'] {
  return { kind: 'charge', ref: charge.ref, attemptId: charge.attempt_id }
}

export function cardOf(method: books.MethodRow): CardOnFile {
  const { ref, number, expires } = method
  return { method: ref, brand: testCard(number)?.brand ?? 'card', last4: number.slice(-4), expires }
}

/** What an idempotency key stands for. */
export function hashOf({ customer, method, amountCents, currency, attemptId }: ChargeOrder): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([customer, method, amountCents, currency, attemptId]))
    .digest()
}

/** `09/29` as `2029-09`; undefined for what is no month. */
export function expiryMonth(text: string): string | undefined {
  const [, month, year] = /^\s*(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d\d)\s*$/.exec(text) ?? []
  return month && year ? `20${year}-${month}` : undefined
}
