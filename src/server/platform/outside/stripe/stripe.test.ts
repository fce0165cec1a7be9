import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChargeOrder, PaymentProvider } from '#server/platform/outside/payment.ts'
import { createLog } from '#server/platform/runtime/log.ts'
import { type StripeServer, startStripeServer } from '#support/stripe-server.ts'
import { createTestClock, type TestClock } from '#support/test-clock.ts'
import { createStripe } from './stripe.ts'

// What only Stripe does; what every provider does is in tests/payment-providers.test.ts.

let clock: TestClock
let server: StripeServer
let stripe: PaymentProvider
beforeEach(async () => {
  clock = createTestClock(new Date('2026-11-21T10:00:00Z'))
  server = await startStripeServer({ real: clock.real })
  stripe = providerOf('this-site')
})
afterEach(() => server.close())

function providerOf(
  installation: string,
  { timeoutMs = 300, ...change }: { livemode?: boolean; secretKey?: string; timeoutMs?: number } = {},
) {
  const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_WEBHOOK_SECRET: webhookSecret } = server.settings
  const settings = { secretKey, webhookSecret, apiUrl: server.url, livemode: false, ...change }
  return createStripe(settings, { installation, clock, log: createLog('silent'), timeoutMs })
}

let made = 0
async function orderWith(number = '4242424242424242', provider = stripe): Promise<ChargeOrder> {
  made += 1
  const accountId = `account-${made}`
  const customer = await provider.ensureCustomer({ accountId, email: 'a@example.org', known: undefined })
  if (typeof customer !== 'string') throw new Error(customer.reason)
  const setup = await provider.createSetup({ customer, idempotencyKey: `setup-${made}` })
  if ('kind' in setup) throw new Error(setup.reason)
  await server.enterCard(setup.clientSecret, number)
  const state = await provider.readSetup(setup.id)
  const method = state && 'card' in state ? (state.card?.method ?? '') : ''
  const ids = { attemptId: `attempt-${made}`, accountId, chargeId: `charge-${made}` }
  const what = { amountCents: 1190, currency: 'EUR', description: 'Lectern' } as const
  return { ...ids, ...what, customer, method, idempotencyKey: `charge-${made} 1` }
}

const chargesTaken = () => server.books.all('charge').filter(({ status }) => status === 'succeeded').length

describe('an answer that is not Stripe’s', () => {
  test.each([
    [200, '{}'],
    [200, '[]'],
    [200, '"bad gateway"'],
    [200, 'null'],
    [200, 'true'],
    [200, '<html>'],
    [200, ''],
    [200, '{"object":"payment_intent","status":"succeeded"}'],
    [302, '{}'],
    [403, '{}'],
    [404, '{"message":"no such route"}'],
    [429, '{"error":{"type":"invalid_request_error","code":"rate_limit","message":"slower"}}'],
    [500, '{"error":"boom"}'],
    [502, '{"message":"bad gateway"}'],
    [503, 'upstream'],
  ])('%i %s says nothing about money, of a charge, a refund or a list', async (status, body) => {
    const order = await orderWith()
    const done = { status, body, done: true }
    server.setFault({ odd: done }, /payment_intents|refunds|charges|events|customers|setup/)
    expect(await stripe.charge(order)).toMatchObject({ kind: 'unknown' })
    const where = { attemptId: order.attemptId, customer: order.customer, since: clock.real() }
    expect(await stripe.findCharge({ ...where, ref: undefined })).toMatchObject({ kind: 'unknown' })
    expect(await stripe.findCharge({ ...where, ref: 'pi_1' })).toMatchObject({ kind: 'unknown' })
    expect(await stripe.cancelCharge('pi_1')).toMatchObject({ kind: 'unknown' })
    const refund = { refundId: 'r', ref: 'pi_1', amountCents: 1, idempotencyKey: 'r' }
    expect(await stripe.refund(refund)).toMatchObject({ kind: 'unknown' })
    expect(await stripe.readSetup('seti_1')).toMatchObject({ kind: 'unknown' })
    expect(await stripe.findRefund('re_1')).toMatchObject({ kind: 'unknown' })
    expect(await stripe.eventsSince(clock.real())).toMatchObject({ kind: 'unknown' })
    expect(await stripe.movementsSince(clock.real())).toMatchObject({ kind: 'unknown' })
    expect(await stripe.now?.()).toBeUndefined()
    const other = { accountId: 'b', email: 'b@example.org', known: undefined }
    expect(await stripe.ensureCustomer(other)).toMatchObject({ kind: 'unknown' })
    server.setFault('none')
    // it had arrived: the same order is answered with the same charge
    expect(await stripe.charge(order)).toMatchObject({ kind: 'succeeded' })
    expect(chargesTaken()).toBe(1)
  })

  test('one that stops in the middle, or drips, is waited for no longer than allowed', async () => {
    const order = await orderWith()
    server.setFault('drip')
    const before = Date.now()
    expect(await stripe.charge(order)).toMatchObject({ kind: 'unknown' })
    expect(Date.now() - before).toBeLessThan(20_000)
    server.setFault('none')
    expect(await stripe.charge(order)).toMatchObject({ kind: 'succeeded' })
    expect(chargesTaken()).toBe(1)
  })

  test('a broken connection is retried with the same key, and charges once', async () => {
    const order = await orderWith()
    server.setFault('charge-then-break')
    expect(await providerOf('this-site', { timeoutMs: 5_000 }).charge(order)).toMatchObject({
      kind: 'unknown',
    })
    const keys = server.asked.filter(({ call }) => call === 'POST /v1/payment_intents').map(({ key }) => key)
    expect(keys).toEqual([order.idempotencyKey, order.idempotencyKey])
    expect(chargesTaken()).toBe(1)
  })
})

test("each answer has Stripe's time", async () => {
  clock.advance({ minutes: 7 })
  expect(await stripe.now?.()).toEqual(new Date('2026-11-21T10:07:00Z'))
  server.setFault('hang', /events/)
  expect(await stripe.now?.()).toBeUndefined()
})

describe('a failure of Stripe’s own', () => {
  test('is repeated for the same key: the result of the order is looked up', async () => {
    const order = await orderWith()
    server.setFault('charge-then-error')
    expect(await stripe.charge(order)).toMatchObject({ kind: 'succeeded', amountCents: 1190 })
    expect(chargesTaken()).toBe(1)
  })

  test('before anything was done stays unknown, and is nowhere to be found', async () => {
    const order = await orderWith()
    server.setFault('error')
    expect(await stripe.charge(order)).toMatchObject({ kind: 'unknown' })
    server.setFault('none')
    expect(await stripe.charge(order)).toMatchObject({ kind: 'unknown' })
    const { attemptId, customer } = order
    const where = { attemptId, customer, ref: undefined, since: clock.real() }
    expect(await stripe.findCharge(where)).toBe('none')
    expect(chargesTaken()).toBe(0)
  })

  test('an unknown or revoked key is unknown and never a decline', async () => {
    const wrong = providerOf('this-site', { secretKey: 'sk_test_of_somebody_else' })
    const order = await orderWith()
    expect(await wrong.charge(order)).toMatchObject({ kind: 'unknown' })
    expect(await wrong.readSetup('seti_1')).toMatchObject({ kind: 'unknown' })
    expect(await wrong.readMethod(order)).toMatchObject({ kind: 'unknown' })
    await expect(wrong.detach(order.method)).rejects.toThrow('forget a card')
    await expect(wrong.forgetCustomer(order.customer)).rejects.toThrow('forget a customer')
  })
})

describe('data sent to Stripe', () => {
  test("is the charge's account, that the customer is absent, and nothing of the card or the person", async () => {
    const order = await orderWith()
    await stripe.charge(order)
    expect(server.asked.find(({ call }) => call === 'POST /v1/payment_intents')).toEqual({
      call: 'POST /v1/payment_intents',
      key: order.idempotencyKey,
      form: {
        amount: '1190',
        currency: 'eur',
        customer: order.customer,
        payment_method: order.method,
        allowed_payment_method_types: { 0: 'card' },
        confirm: 'true',
        off_session: 'true',
        description: 'Lectern',
        metadata: {
          account: order.accountId,
          charge: order.chargeId,
          attempt: order.attemptId,
          installation: 'this-site',
        },
      },
    })
  })

  test('a refund after a day is still one refund, although the key has expired', async () => {
    const charge = (await stripe.charge(await orderWith())) as { ref: string }
    const refund = { refundId: 'r1', ref: charge.ref, amountCents: 500, idempotencyKey: 'r1' }
    const first = await stripe.refund(refund)
    clock.advanceReal({ hours: 25 })
    expect(await stripe.refund(refund)).toEqual(first)
    expect(server.books.all('refund')).toHaveLength(1)
  })

  test('a list of several pages is read to its end', async () => {
    const order = await orderWith()
    const first = await stripe.charge(order)
    for (let count = 0; count < 120; count += 1)
      await stripe.charge({ ...order, attemptId: `more-${count}`, idempotencyKey: `more ${count}` })
    const where = { attemptId: order.attemptId, customer: order.customer, ref: undefined }
    expect(await stripe.findCharge({ ...where, since: clock.real() })).toEqual(first)
    const movements = await stripe.movementsSince(clock.real())
    expect(movements).toHaveLength(121)
  })
})

test('a dispute has the deadline that Stripe names', async () => {
  const { ref } = (await stripe.charge(await orderWith('4242424242424242', stripe))) as { ref: string }
  const dispute = server.byHand.makeDispute(ref)
  expect(await stripe.findDispute(dispute.id)).not.toHaveProperty('dueAt')
  Object.assign(dispute, { evidence_details: { due_by: 1_800_000_000 } })
  const dueAt = new Date('2027-01-15T08:00:00Z')
  expect(await stripe.findDispute(dispute.id)).toMatchObject({ kind: 'open', dueAt })
})

describe('two sites with one Stripe account', () => {
  test("do not see each other's data", async () => {
    const other = providerOf('other-site')
    const since = clock.real()
    const theirs = await orderWith('4242424242424242', other)
    const { ref } = (await other.charge(theirs)) as { ref: string }
    const refund = { refundId: 'r1', ref, amountCents: 1190, idempotencyKey: 'r1' }
    const { ref: refundRef } = (await other.refund(refund)) as { ref: string }
    const dispute = server.byHand.makeDispute(ref)
    expect(await other.movementsSince(since)).toHaveLength(2)
    expect(await stripe.movementsSince(since)).toEqual([])
    expect(await stripe.findRefund(refundRef)).toBe('none')
    expect(await stripe.findDispute(dispute.id)).toBe('none')
    const { attemptId, customer } = theirs
    expect(await stripe.findCharge({ attemptId, customer, ref, since })).toMatchObject({ kind: 'unknown' })
    expect(await stripe.cancelCharge(ref)).toMatchObject({ kind: 'unknown' })
    const own = await other.ensureCustomer({
      accountId: theirs.accountId,
      email: 'a@example.org',
      known: undefined,
    })
    expect(own).toBe(customer)
    const ours = { accountId: theirs.accountId, email: 'a@example.org', known: undefined }
    expect(await stripe.ensureCustomer(ours)).not.toBe(customer)
  })

  test('nor does a live key accept the data of a test key', async () => {
    const order = await orderWith()
    const { ref } = (await stripe.charge(order)) as { ref: string }
    const live = providerOf('this-site', { livemode: true })
    const { attemptId, customer } = order
    const where = { attemptId, customer, since: clock.real() }
    expect(await live.findCharge({ ...where, ref })).toMatchObject({ kind: 'unknown' })
    expect(await live.findCharge({ ...where, ref: undefined })).toMatchObject({ kind: 'unknown' })
    expect(await live.readMethod(order)).toMatchObject({ kind: 'unknown' })
  })
})
