import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { CardOnFile, ChargeOrder } from '#server/platform/outside/payment.ts'
import { findSetup } from '#server/platform/outside/sandbox/sandbox-card.store.ts'
import { type PaymentBench, paymentBenches } from '#support/payment-bench.ts'
import { signIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { accountHolder, goodCard } from '#support/subscriber.ts'
import type { TestClient } from '#support/test-client.ts'

// The requirements of every payment provider: the same cases for the demo's sandbox and for Stripe, which is called
// through its SDK and answered by this machine. Orders of webhooks are tested next to their code.

const asksOnce = '4000002500003155'
const asksAlways = '4000002760003184'

describe.each(['sandbox', 'stripe'] as const)('%s', (name) => {
  let bench: PaymentBench

  const random = () => bench.site.services.random.id()

  const customerOf = async (accountId: string) => {
    const customer = await bench.provider.ensureCustomer({
      accountId,
      email: 'ada@example.org',
      known: undefined,
    })
    return known(customer)
  }

  const storeCard = async (customer: string, number = goodCard, approve = true): Promise<string> => {
    const idempotencyKey = bench.site.services.random.token()
    const setup = known(await bench.provider.createSetup({ customer, idempotencyKey }))
    await bench.enterCard(setup.clientSecret, number)
    const state = known(await bench.provider.readSetup(setup.id))
    if (state?.kind === 'requires-action') await bench.answerBank(setup.clientSecret, approve)
    return setup.id
  }

  const cardIn = async (customer: string, number = goodCard): Promise<CardOnFile> => {
    const setup = known(await bench.provider.readSetup(await storeCard(customer, number)))
    if (!setup?.card) throw new Error('no card was stored')
    return setup.card
  }

  const orderWith = async (number = goodCard): Promise<ChargeOrder> => {
    const { random } = bench.site.services
    const customer = await customerOf(random.id())
    const { method } = await cardIn(customer, number)
    const [attemptId, accountId, chargeId] = [random.id(), random.id(), random.id()]
    const description = 'Lectern'
    const idempotencyKey = `${chargeId} 1`
    const what = { amountCents: 1190, currency: 'EUR', description, idempotencyKey } as const
    return { attemptId, accountId, chargeId, customer, method, ...what }
  }

  const find = ({ attemptId, customer }: ChargeOrder, ref?: string) =>
    bench.provider.findCharge({ attemptId, customer, ref, since: bench.site.clock.real() })

  describe('through the port', () => {
    // one site for all: payments and refunds count from the beginning of each test
    let [takenBefore, givenBefore] = [0, 0]
    const taken = async () => (await bench.taken()).slice(takenBefore)
    const givenBack = async () => (await bench.givenBack()).slice(givenBefore)
    beforeAll(async () => {
      bench = await paymentBenches[name]()
    })
    beforeEach(async () => {
      bench.site.clock.advance({ minutes: 1 })
      await bench.setFault('none')
      takenBefore = (await bench.taken()).length
      givenBefore = (await bench.givenBack()).length
    })
    afterAll(() => bench.close())

    test('an account has one customer, however often it is asked for', async () => {
      const accountId = random()
      const [first, again] = [await customerOf(accountId), await customerOf(accountId)]
      expect([again, (await customerOf(random())) === first]).toEqual([first, false])
    })

    test('a card is stored for its customer, and read back by its setup intent or its ID', async () => {
      const customer = await customerOf(random())
      const setup = await bench.provider.readSetup(await storeCard(customer))
      const card = { method: expect.any(String), brand: 'visa', last4: '4242', expires: '2039-12' }
      expect(setup).toEqual({ kind: 'succeeded', customer, card })
      const { method } = (setup as { card: CardOnFile }).card
      expect(await bench.provider.readMethod({ customer, method })).toEqual(card)
      const other = await customerOf(random())
      expect(await bench.provider.readMethod({ customer: other, method })).toBeUndefined()
    })

    test('a set-up is begun once for each key, and is open until a card is entered', async () => {
      const customer = await customerOf(random())
      const idempotencyKey = random()
      const setup = await bench.provider.createSetup({ customer, idempotencyKey })
      expect(await bench.provider.createSetup({ customer, idempotencyKey })).toEqual(setup)
      const { id } = known(setup)
      expect(await bench.provider.readSetup(id)).toEqual({ kind: 'open', customer })
      expect(await bench.provider.readSetup('seti_000000000000000000000000')).toBeUndefined()
      expect(await bench.provider.readSetup('../customers')).toBeUndefined()
    })

    test("a card that the bank declines is not stored, and why is in the provider's words", async () => {
      const customer = await customerOf(random())
      const setup = await bench.provider.readSetup(await storeCard(customer, '4000000000000002'))
      expect(setup).toEqual({ kind: 'declined', customer, message: 'Your card was declined.' })
    })

    test('a card whose bank asks is stored when the card holder confirms, and only then', async () => {
      const customer = await customerOf(random())
      const refused = await bench.provider.readSetup(await storeCard(customer, asksOnce, false))
      expect(refused).toEqual({ kind: 'declined', customer, message: expect.stringContaining('.') })
      const confirmed = await bench.provider.readSetup(await storeCard(customer, asksOnce))
      expect(confirmed).toMatchObject({ kind: 'succeeded', customer, card: { last4: '3155' } })
    })

    test('a deleted card belongs to no customer, can be deleted again, and cannot be charged', async () => {
      const order = await orderWith()
      await bench.provider.detach(order.method)
      await bench.provider.detach(order.method)
      expect(await bench.provider.readMethod(order)).toBeUndefined()
      expect(await bench.provider.charge(order)).toMatchObject({
        kind: 'refused',
        code: 'no_such_method',
        hard: true,
      })
      expect(await taken()).toEqual([])
    })

    test('the same order with the same key is charged once, and answered the same', async () => {
      const order = await orderWith()
      const first = await bench.provider.charge(order)
      expect(first).toEqual({ kind: 'succeeded', ref: expect.any(String), amountCents: 1190 })
      expect(await bench.provider.charge(order)).toEqual(first)
      expect(await find(order)).toEqual(first)
      expect(await find(order, (first as { ref: string }).ref)).toEqual(first)
      const other = await bench.provider.charge({ ...order, amountCents: 2380 })
      expect(other).toMatchObject({ kind: 'unknown' })
      expect(await taken()).toEqual([1190])
    })

    test.each([
      ['4000000000000341', 'card_declined', false],
      ['4000000000009995', 'insufficient_funds', false],
      ['4000000000000119', 'processing_error', false],
      ['4000000000000069', 'expired_card', true],
    ])('%s is declined: %s (hard: %s)', async (number, code, hard) => {
      const order = await orderWith(number)
      const declined = await bench.provider.charge(order)
      expect(declined).toMatchObject({
        kind: 'declined',
        code,
        hard,
        message: expect.stringMatching(/^\w.*\.$/),
      })
      expect(await bench.provider.charge(order)).toEqual(declined)
      expect(await find(order)).toEqual(declined)
      expect(await taken()).toEqual([])
    })

    test('a card that was confirmed when it was stored is charged without asking again', async () => {
      expect(await bench.provider.charge(await orderWith(asksOnce))).toMatchObject({ kind: 'succeeded' })
    })

    test('a charge that the bank asks about is paid when the card holder confirms', async () => {
      const order = await orderWith(asksAlways)
      const asked = await bench.provider.charge(order)
      expect(asked).toEqual({
        kind: 'needs-action',
        ref: expect.any(String),
        clientSecret: expect.any(String),
      })
      expect(await taken()).toEqual([])
      await bench.answerBank((asked as { clientSecret: string }).clientSecret, true, order.method)
      expect(await find(order, (asked as { ref: string }).ref)).toMatchObject({
        kind: 'succeeded',
        amountCents: 1190,
      })
      expect(await taken()).toEqual([1190])
    })

    test('and declined when they do not', async () => {
      const order = await orderWith(asksAlways)
      const asked = await bench.provider.charge(order)
      await bench.answerBank((asked as { clientSecret: string }).clientSecret, false, order.method)
      expect(await find(order)).toMatchObject({
        kind: 'declined',
        code: 'authentication_failed',
        hard: false,
      })
      expect(await taken()).toEqual([])
    })

    test('a cancelled charge is never paid; a paid one stays paid', async () => {
      const order = await orderWith(asksAlways)
      const { ref } = (await bench.provider.charge(order)) as { ref: string }
      expect(await bench.provider.cancelCharge(ref)).toEqual({ kind: 'cancelled', ref })
      expect(await bench.provider.cancelCharge(ref)).toEqual({ kind: 'cancelled', ref })
      expect(await find(order)).toEqual({ kind: 'cancelled', ref })
      const paid = await bench.provider.charge(await orderWith())
      expect(await bench.provider.cancelCharge((paid as { ref: string }).ref)).toEqual(paid)
    })

    test('a charge whose answer is lost is unknown, and found or retried it is the same charge', async () => {
      const order = await orderWith()
      await bench.setFault('charge-then-hang')
      expect(await bench.provider.charge(order)).toMatchObject({ kind: 'unknown' })
      await bench.setFault('none')
      const found = await find(order)
      expect(found).toMatchObject({ kind: 'succeeded', amountCents: 1190 })
      expect(await bench.provider.charge(order)).toEqual(found)
      expect(await taken()).toEqual([1190])
    })

    test('a charge that never arrived is not known, is nowhere, and can be sent again', async () => {
      const order = await orderWith()
      await bench.setFault('hang')
      expect(await bench.provider.charge(order)).toMatchObject({ kind: 'unknown' })
      await bench.setFault('none')
      expect(await find(order)).toBe('none')
      expect(await bench.provider.charge(order)).toMatchObject({ kind: 'succeeded' })
      expect(await taken()).toEqual([1190])
    })

    test('a refund is made once, whatever answers are lost, and never above the charge', async () => {
      const charge = (await bench.provider.charge(await orderWith())) as { ref: string }
      const order = { refundId: random(), ref: charge.ref, amountCents: 1000, idempotencyKey: random() }
      await bench.setFault('charge-then-hang')
      expect(await bench.provider.refund(order)).toMatchObject({ kind: 'unknown' })
      await bench.setFault('none')
      const first = await bench.provider.refund(order)
      expect(first).toEqual({ kind: 'succeeded', ref: expect.any(String) })
      expect(await bench.provider.refund(order)).toEqual(first)
      expect(await givenBack()).toEqual([1000])
      const more = { ...order, refundId: random(), amountCents: 191, idempotencyKey: random() }
      expect(await bench.provider.refund(more)).toMatchObject({ kind: 'failed' })
      expect(await givenBack()).toEqual([1000])
    })

    test('a refund can be read: one of ours, a manual one, and an unknown one', async () => {
      const { ref: chargeRef } = (await bench.provider.charge(await orderWith())) as { ref: string }
      const refundId = random()
      const order = { refundId, ref: chargeRef, amountCents: 1000, idempotencyKey: random() }
      const { ref } = (await bench.provider.refund(order)) as { ref: string }
      const own = { kind: 'succeeded', ref, chargeRef, refundId, amountCents: 1000 }
      expect(await bench.provider.findRefund(ref)).toEqual(own)
      const byHand = await bench.giveBackByHand(chargeRef, 90)
      const others = { kind: 'succeeded', ref: byHand, chargeRef, refundId: undefined, amountCents: 90 }
      expect(await bench.provider.findRefund(byHand)).toEqual(others)
      expect(await bench.provider.findRefund('re_000000000000000000000000')).toBe('none')
      expect(await givenBack()).toEqual([1000, 90])
    })

    test('a dispute can be read with its state', async () => {
      const { ref: chargeRef } = (await bench.provider.charge(await orderWith())) as { ref: string }
      const ref = await bench.dispute(chargeRef, 1190)
      const found = { kind: 'open', ref, chargeRef, amountCents: 1190 }
      expect(await bench.provider.findDispute(ref)).toEqual(found)
      await bench.closeDispute(ref, 'lost')
      expect(await bench.provider.findDispute(ref)).toEqual({ ...found, kind: 'lost' })
      expect(await bench.provider.findDispute('dp_000000000000000000000000')).toBe('none')
    })

    test('a forgotten customer has no card any more, and can be forgotten again', async () => {
      const order = await orderWith()
      await bench.provider.forgetCustomer(order.customer)
      await bench.provider.forgetCustomer(order.customer)
      expect(await bench.provider.readMethod(order)).toBeUndefined()
      expect((await bench.provider.charge(order)).kind).not.toBe('succeeded')
      expect(await taken()).toEqual([])
    })

    test('what moved, and what happened, can be asked for afterwards, oldest event first', async () => {
      const since = bench.site.clock.real()
      const order = await orderWith()
      const { ref } = (await bench.provider.charge(order)) as { ref: string }
      await bench.provider.charge(await orderWith('4000000000000341'))
      bench.site.clock.advance({ minutes: 1 })
      const refund = { refundId: random(), ref, amountCents: 1190, idempotencyKey: random() }
      const given = (await bench.provider.refund(refund)) as { ref: string }
      const { attemptId } = order
      const movements = await bench.provider.movementsSince(since)
      expect(movements).toEqual([
        { kind: 'charge', ref, attemptId, amountCents: 1190, at: expect.any(Date) },
        { kind: 'refund', ref: given.ref, attemptId, amountCents: 1190, at: bench.site.clock.real() },
      ])
      expect(await bench.provider.movementsSince(bench.site.clock.real())).toHaveLength(1)
      const events = known(await bench.provider.eventsSince(since))
      const about = events.map((event) => event.about)
      const paid = { kind: 'charge', ref, attemptId }
      const back = { kind: 'refund', ref: given.ref, chargeRef: ref }
      expect(about).toContainEqual(paid)
      expect(about.at(-1)).toEqual(back)
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    })
  })

  describe('through the site', () => {
    beforeAll(async () => {
      bench = await paymentBenches[name]()
    })
    beforeEach(() => bench.startOver())
    afterAll(() => bench.close())

    /** Lets business time pass; what fell due meanwhile is done at its end. */
    const days = async (count: number) => {
      bench.site.clock.advanceBusiness({ days: count })
      await runUpkeep(bench.site.services)
    }
    /** A month, the days around its end one by one. */
    const month = async () => {
      for (const count of [29, 1, 1, 1]) await days(count)
    }
    const subscriptionOf = async (browser: TestClient) => {
      const { body } = await browser.call(calls.userSession)
      return body.authenticated ? body.subscription : undefined
    }
    const enterCard = async (browser: TestClient, number: string) => {
      const { body } = await browser.call(calls.setupIntent, { params: { provider: name } })
      await bench.enterCard(body.clientSecret, number)
      const id = body.clientSecret.replace(/_secret_.*$/, '')
      if (number === asksOnce || number === asksAlways) await bench.answerBank(body.clientSecret, true)
      // the sandbox's form says which set-up it filled in; Stripe's is in the secret
      if (name === 'stripe') return id
      const setup = await findSetup(bench.site.db, { clientSecret: body.clientSecret })
      return setup?.ref ?? ''
    }
    const subscribe = async (browser: TestClient, number = goodCard) => {
      const setupIntent = await enterCard(browser, number)
      const body = { interval: { value: 1, unit: 'm' }, paymentProvider: name, setupIntent }
      return browser.call(calls.changeSubscription, { body })
    }
    /** A user whose trial is over, so that subscribing charges at once. */
    const afterTrial = async () => {
      const browser = await accountHolder(bench.site, 'ada@example.org')
      await days(15)
      return browser
    }
    const openPayment = async (browser: TestClient) => (await browser.call(calls.openPayment)).body.payment

    test('subscribing charges the card, and renewing charges it again', async () => {
      const browser = await afterTrial()
      expect((await subscribe(browser)).status).toBe(200)
      expect(await subscriptionOf(browser)).toMatchObject({
        status: 'active',
        health: 'ok',
        card: { brand: 'visa', last4: '4242', expires: '2039-12' },
      })
      await month()
      expect(await bench.taken()).toEqual([1190, 1190])
    })

    test('a declined card does not subscribe, and another one does', async () => {
      const browser = await afterTrial()
      const declined = await subscribe(browser, '4000000000009995')
      expect(declined.problem).toMatchObject({
        code: 'card-declined',
        detail: 'Your card has insufficient funds.',
      })
      expect((await subscriptionOf(browser))?.status).toBe('cancelled')
      expect((await subscribe(browser)).status).toBe(200)
      expect(await bench.taken()).toEqual([1190])
    })

    test("an unknown, another account's or an incomplete setup intent stores no card", async () => {
      const browser = await afterTrial()
      const other = await accountHolder(bench.site, 'bob@example.org')
      const theirs = await enterCard(other, goodCard)
      const order = { interval: { value: 1, unit: 'm' }, paymentProvider: name }
      for (const setupIntent of ['seti_000000000000000000000000', 'x', theirs]) {
        const reply = await browser.call(calls.changeSubscription, { body: { ...order, setupIntent } })
        expect(reply.problem?.code).toBe('card-not-registered')
        const card = await browser.call(calls.changeSubscription, { body: { paymentMethod: setupIntent } })
        expect(card.problem?.code).toBe('card-not-registered')
      }
      expect(await bench.taken()).toEqual([])
    })

    test('a bank that asked at the set-up asks no more', async () => {
      const browser = await afterTrial()
      expect((await subscribe(browser, asksOnce)).status).toBe(200)
      await month()
      expect(await subscriptionOf(browser)).toMatchObject({ status: 'active', health: 'ok' })
      expect(await bench.taken()).toEqual([1190, 1190])
    })

    test('a bank that asks at each renewal is answered by the card holder on the page of the payment', async () => {
      const browser = await afterTrial()
      expect((await subscribe(browser, asksAlways)).status).toBe(202)
      const first = await openPayment(browser)
      await bench.answerBank(first?.clientSecret ?? '', true, first?.paymentMethod)
      expect((await browser.call(calls.checkPayment)).status).toBe(200)
      await month()
      expect(await subscriptionOf(browser)).toMatchObject({ status: 'active', health: 'action-required' })
      expect(await bench.taken()).toEqual([1190])
      const payment = await openPayment(browser)
      expect(payment).toMatchObject({ state: 'action-required', grossCents: 1190, provider: name })
      await bench.answerBank(payment?.clientSecret ?? '', true, payment?.paymentMethod)
      expect((await browser.call(calls.checkPayment)).status).toBe(200)
      expect(await subscriptionOf(browser)).toMatchObject({ status: 'active', health: 'ok' })
      expect(await bench.taken()).toEqual([1190, 1190])
    })

    test('an answer that is lost after the money was taken is found out, and nothing is taken twice', async () => {
      const browser = await afterTrial()
      const setupIntent = await enterCard(browser, goodCard)
      await bench.setFault('charge-then-hang')
      const body = { interval: { value: 1, unit: 'm' }, paymentProvider: name, setupIntent }
      expect((await browser.call(calls.changeSubscription, { body })).status).toBe(202)
      expect((await browser.call(calls.changeSubscription, { body })).problem?.code).toBe('charge-in-flight')
      await bench.setFault('none')
      bench.site.clock.advanceReal({ minutes: 3 })
      await runUpkeep(bench.site.services)
      expect(await subscriptionOf(browser)).toMatchObject({ status: 'active', health: 'ok' })
      expect(await bench.taken()).toEqual([1190])
    })

    test('one that is found out only after the provider forgot the key is not taken twice either', async () => {
      const browser = await afterTrial()
      const setupIntent = await enterCard(browser, goodCard)
      await bench.setFault('charge-then-hang')
      const body = { interval: { value: 1, unit: 'm' }, paymentProvider: name, setupIntent }
      expect((await browser.call(calls.changeSubscription, { body })).status).toBe(202)
      await bench.setFault('none')
      bench.site.clock.advanceReal({ hours: 25 })
      await runUpkeep(bench.site.services)
      const later = bench.site.client()
      await signIn(later, 'ada@example.org')
      expect(await subscriptionOf(later)).toMatchObject({ status: 'active', health: 'ok' })
      expect(await bench.taken()).toEqual([1190])
    })

    test('asking for the money back twice gives it back once, also when the answer is lost', async () => {
      const browser = await afterTrial()
      await subscribe(browser)
      await bench.setFault('charge-then-hang')
      const replies = await Promise.all([1, 2].map(() => browser.call(calls.refundSubscription)))
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
      await bench.setFault('none')
      bench.site.clock.advanceReal({ hours: 25 })
      await runUpkeep(bench.site.services)
      const later = bench.site.client()
      await signIn(later, 'ada@example.org')
      expect(await bench.givenBack()).toEqual([1190])
      const { body } = await later.call(calls.invoices, { query: {} })
      expect(body.invoices.map(({ kind, grossCents }) => [kind, grossCents])).toEqual([
        ['credit-note', -1190],
        ['invoice', 1190],
      ])
    })
  })
})

/** The answer, where there has to be one. */
function known<Answer>(answer: Answer): Exclude<Answer, { kind: 'unknown' }> {
  if (typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'unknown')
    throw new Error(`not known: ${JSON.stringify(answer)}`)
  return answer as Exclude<Answer, { kind: 'unknown' }>
}
