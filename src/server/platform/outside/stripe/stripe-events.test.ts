import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentProvider } from '#server/platform/outside/payment.ts'
import { createLog } from '#server/platform/runtime/log.ts'
import { type StripeServer, startStripeServer } from '#support/stripe-server.ts'
import { createTestClock } from '#support/test-clock.ts'
import { readEvent } from './read-event.ts'
import { createStripe } from './stripe.ts'

const clock = createTestClock(new Date('2026-11-21T10:00:00Z'))
const here = { livemode: false, installation: 'this-site' }
const event = {
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.succeeded',
  created: 1_795_255_200,
  livemode: false,
  data: {
    object: {
      object: 'payment_intent',
      id: 'pi_1',
      status: 'succeeded',
      metadata: { attempt: 'a1', installation: 'this-site' },
    },
  },
}
const with_ = (object: object, change: object = {}) => ({ ...event, ...change, data: { object } })

test.each([
  [event, { kind: 'charge', ref: 'pi_1', attemptId: 'a1' }],
  [{ ...event, livemode: true }, { kind: 'other' }],
  [with_({ ...event.data.object, metadata: { installation: 'other' } }), { kind: 'other' }],
  [with_({ ...event.data.object, metadata: {} }), { kind: 'other' }],
  [
    with_({
      object: 'refund',
      id: 're_1',
      payment_intent: 'pi_1',
      metadata: { refund: 'r1', installation: 'this-site' },
    }),
    { kind: 'refund', ref: 're_1', chargeRef: 'pi_1' },
  ],
  [
    with_({ object: 'refund', id: 're_1', payment_intent: 'pi_1', metadata: { installation: 'x' } }),
    { kind: 'other' },
  ],
  [
    with_({ object: 'refund', id: 're_1', payment_intent: { id: 'pi_1' }, metadata: {} }),
    { kind: 'refund', ref: 're_1', chargeRef: 'pi_1' },
  ],
  [
    with_({ object: 'dispute', id: 'dp_1', payment_intent: 'pi_1', metadata: {} }),
    { kind: 'dispute', ref: 'dp_1', chargeRef: 'pi_1' },
  ],
  [
    with_({ object: 'dispute', id: 'dp_1', payment_intent: null }),
    { kind: 'dispute', ref: 'dp_1', chargeRef: undefined },
  ],
  [with_({ object: 'customer', id: 'cus_1' }), { kind: 'other' }],
  [
    with_({ object: 'radar.early_fraud_warning', id: 'issfr_1', charge: 'ch_1', payment_intent: 'pi_1' }),
    { kind: 'fraud-warning', ref: 'issfr_1', chargeRef: 'pi_1' },
  ],
  [with_({ object: 'payment_method', id: 'pm_1', metadata: {} }), { kind: 'card', ref: 'pm_1' }],
])('%o', (given, about) => {
  expect(readEvent(given, here)).toEqual({
    id: 'evt_1',
    type: 'payment_intent.succeeded',
    createdAt: new Date('2026-11-21T10:00:00Z'),
    about,
  })
})

test("a deleted customer is distinguished from a changed one; another site's customers are ignored", () => {
  const gone = (change: object = {}) =>
    readEvent(
      with_(
        { object: 'customer', id: 'cus_1', metadata: { installation: 'this-site' }, ...change },
        {
          type: 'customer.deleted',
        },
      ),
      here,
    )?.about
  expect(gone()).toEqual({ kind: 'customer-gone', ref: 'cus_1' })
  expect(gone({ metadata: { installation: 'other' } })).toEqual({ kind: 'other' })
})

test.each([
  [{}],
  [null],
  ['event'],
  [{ ...event, id: 'x' }],
  [{ ...event, data: {} }],
  [{ ...event, created: 'now' }],
])('%o is no event', (given) => {
  expect(readEvent(given, here)).toBeUndefined()
})

describe('a webhook', () => {
  let server: StripeServer
  let stripe: PaymentProvider
  const providerWith = (webhookSecret: string | undefined) => {
    const { STRIPE_SECRET_KEY: secretKey = '' } = server.settings
    const settings = { secretKey, webhookSecret, apiUrl: server.url, livemode: false }
    return createStripe(settings, { installation: 'this-site', clock, log: createLog('silent') })
  }
  beforeAll(async () => {
    server = await startStripeServer({ real: clock.real })
    stripe = providerWith(server.webhooks.secret)
  })
  afterAll(() => server.close())

  const signed = (secondsAgo = 0) => server.webhooks.request(event as never, secondsAgo)
  const parse = (body: string, signature: unknown, provider = stripe) =>
    provider.parseWebhook(
      { headers: { 'stripe-signature': signature } } as unknown as FastifyRequest,
      Buffer.from(body),
    )

  test('is taken when it is signed, up to five minutes later', () => {
    const { body, headers } = signed()
    expect(parse(body, headers['stripe-signature'])).toMatchObject({ id: 'evt_1', about: { ref: 'pi_1' } })
    const late = signed(300)
    expect(parse(late.body, late.headers['stripe-signature'])).toBeDefined()
  })

  test('is refused when body, signature, time or secret are wrong', () => {
    const { body, headers } = signed()
    const signature = headers['stripe-signature'] ?? ''
    expect(parse(`${body} `, signature)).toBeUndefined()
    expect(parse(body.replace('a1', 'a2'), signature)).toBeUndefined()
    expect(parse(body, signature.replace(/v1=./, 'v1=0').replace('v1=0', 'v1=g'))).toBeUndefined()
    for (const other of [undefined, '', 't=1', 'v1=', [signature], `t=1,${signature.split(',')[1]}`])
      expect(parse(body, other)).toBeUndefined()
    const old = signed(301)
    expect(parse(old.body, old.headers['stripe-signature'])).toBeUndefined()
    expect(parse(body, signature, providerWith('whsec_of_another_endpoint'))).toBeUndefined()
    expect(parse(body, signature, providerWith(undefined))).toBeUndefined()
  })
})
