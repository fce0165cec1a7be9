import { describe, expect, test } from 'vitest'
import { declinedBy, readCharge } from './read-charge.ts'

const ours = { installation: 'this-site', livemode: false }
const expected = { ...ours, attemptId: 'a1', customer: 'cus_1', amountCents: 1190 }
const payment = {
  id: 'pi_1',
  object: 'payment_intent',
  livemode: false,
  status: 'succeeded',
  client_secret: 'pi_1_secret_x',
  amount: 1190,
  amount_received: 1190,
  currency: 'eur',
  customer: 'cus_1',
  metadata: { attempt: 'a1', installation: 'this-site' },
  last_payment_error: null,
}
const declined = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
}

describe('money is believed', () => {
  test('where everything is as ordered', () => {
    const paid = { kind: 'succeeded', ref: 'pi_1', amountCents: 1190 }
    expect(readCharge(payment, expected)).toEqual(paid)
    expect(readCharge({ ...payment, customer: { id: 'cus_1', object: 'customer' } }, expected)).toEqual(paid)
    expect(readCharge({ ...payment, something_new: { deep: [1] } }, ours)).toEqual(paid)
  })

  test.each([
    ['another kind of thing', { object: 'setup_intent' }],
    ['another kind of id', { id: 'ch_1' }],
    ['no id', { id: undefined }],
    ['live money by a test key', { livemode: true }],
    ['another amount', { amount: 1191, amount_received: 1191 }],
    ['less than asked for', { amount_received: 1189 }],
    ['nothing', { amount_received: 0 }],
    ['an amount as text', { amount: '1190' }],
    ['an amount with a fraction', { amount: 11.9 }],
    ['another currency', { currency: 'usd' }],
    ["somebody else's customer", { customer: 'cus_2' }],
    ['nobody', { customer: null }],
    ['another attempt', { metadata: { attempt: 'a2', installation: 'this-site' } }],
    ['another site', { metadata: { attempt: 'a1', installation: 'other' } }],
    ['no site', { metadata: {} }],
    ['no metadata', { metadata: undefined }],
    ['a status that there is not', { status: 'paid' }],
    ['money that is only reserved', { status: 'requires_capture' }],
    ['no status', { status: null }],
  ])('but not of %s', (_, change) => {
    expect(readCharge({ ...payment, ...change }, expected)).toMatchObject({ kind: 'unknown' })
  })
})

test.each([
  [{ status: 'processing' }, { kind: 'processing', ref: 'pi_1' }],
  [{ status: 'canceled' }, { kind: 'cancelled', ref: 'pi_1' }],
  [{ status: 'requires_action' }, { kind: 'needs-action', ref: 'pi_1', clientSecret: 'pi_1_secret_x' }],
  [{ status: 'requires_confirmation' }, { kind: 'needs-action', ref: 'pi_1', clientSecret: 'pi_1_secret_x' }],
  [
    { status: 'requires_payment_method', last_payment_error: { code: 'authentication_required' } },
    { kind: 'needs-action', ref: 'pi_1', clientSecret: 'pi_1_secret_x' },
  ],
  [
    { status: 'requires_payment_method', last_payment_error: declined },
    { kind: 'declined', ref: 'pi_1', code: 'card_declined', hard: false, message: declined.message },
  ],
])('%o', (change, result) => {
  expect(readCharge({ ...payment, amount_received: 0, ...change }, expected)).toEqual(result)
})

test('a payment without an attempt is unknown', () => {
  const untried = { ...payment, status: 'requires_payment_method' }
  expect(readCharge(untried, expected)).toMatchObject({ kind: 'unknown' })
})

test.each([
  [declined, 'card_declined', false],
  [{ ...declined, decline_code: 'insufficient_funds' }, 'insufficient_funds', false],
  [{ ...declined, decline_code: 'do_not_honor' }, 'do_not_honor', false],
  [{ ...declined, decline_code: 'lost_card' }, 'lost_card', true],
  [{ ...declined, decline_code: 'stolen_card' }, 'stolen_card', true],
  [{ ...declined, advice_code: 'do_not_try_again' }, 'card_declined', true],
  [{ ...declined, advice_code: 'try_again_later' }, 'card_declined', false],
  [{ code: 'expired_card', message: 'Your card has expired.' }, 'expired_card', true],
  [{ code: 'processing_error', message: 'An error.' }, 'processing_error', false],
  [{ code: 'payment_intent_authentication_failure', message: 'No.' }, 'authentication_failed', false],
  [{}, 'card_declined', false],
])('%o is %s (hard: %s)', (failure, code, hard) => {
  expect(declinedBy(failure)).toEqual({
    code,
    hard,
    message: 'message' in failure ? failure.message : 'Your card was declined.',
  })
})
