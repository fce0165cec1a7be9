import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { accountBooks } from '#support/books.ts'
import { passDays, sessionOf } from '#support/paying-team.ts'
import { givenBackAtSandbox, takenAtSandbox } from '#support/stored/sandbox-money.ts'
import { accountHolder, sandboxOf, subscribe } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp({ settings: { RATE_LIMITS: '100000', TRIAL_DAYS: '0' } })

const month = { value: 1, unit: 'm' } as const
const year = { value: 1, unit: 'y' } as const

describe('a longer interval at once', () => {
  test('costs the offered price, less the rest of the running period, which a credit note corrects', async () => {
    const owner = await payer('at-once')
    await later(10)
    const offer = await offerOf(owner, year)
    expect(offer.atOnce).toMatchObject({ extendedAt: expect.any(String) })
    const { restCents = 0, grossCents = 0, extendedAt } = offer.atOnce ?? {}
    expect(restCents).toBeGreaterThan(700)
    expect(grossCents).toBe(offer.priceCents + offer.vatCents - restCents)

    const ordered = await change(owner, year, { atOnce: true, shownGrossCents: grossCents })
    expect([ordered.status, ordered.body.subscription]).toMatchObject([
      200,
      { status: 'active', interval: year, until: extendedAt, creditCents: 0 },
    ])
    expect((await documentsOf(owner)).map(({ kind, grossCents: cents }) => [kind, cents])).toEqual([
      ['credit-note', -restCents],
      ['invoice', 11_424],
      ['invoice', 1190],
    ])
    expect(await chargedTo(owner)).toEqual([1190, grossCents])
    const books = await accountBooks(site.services, (await sessionOf(owner)).account.id)
    expect(books).toMatchObject({ heldCents: 0, taxOff: [] })
    // and a year later the same again
    await later(366)
    expect((await chargedTo(owner)).at(-1)).toBe(11_424)
  })

  test('twice within minutes, and refunded, refunds both payments to the card', async () => {
    const owner = await payer('twice')
    await later(10)
    for (const interval of [{ value: 3, unit: 'm' }, year]) {
      expect((await change(owner, interval, { atOnce: true })).status).toBe(200)
      await later(0)
    }
    const [monthCents = 0, quarterCents = 0, yearCents = 0] = await chargedTo(owner)
    expect([monthCents, quarterCents < 3213, yearCents]).toEqual([1190, true, 11_424 - 3213])
    await later(1)
    const refunded = await owner.call(calls.refundSubscription)
    expect(refunded.status).toBe(200)
    await later(0)
    const { id: accountId } = (await sessionOf(owner)).account
    expect((await givenBackAtSandbox(site.db, accountId)).toSorted()).toEqual(
      [quarterCents, yearCents].toSorted(),
    )
    // the payment of ten days before is credit, as far as it was not used
    const creditCents = 3213 - quarterCents
    expect((await sessionOf(owner)).subscription).toMatchObject({ status: 'cancelled', creditCents })
    expect((await documentsOf(owner)).map(({ kind, grossCents }) => [kind, grossCents]).toSorted()).toEqual(
      [
        ['invoice', 1190],
        ['credit-note', -creditCents],
        ['invoice', 3213],
        ['credit-note', -3213],
        ['invoice', 11_424],
        ['credit-note', -yearCents],
        ['credit-note', -3213],
      ].toSorted(),
    )
    expect(await accountBooks(site.services, accountId)).toMatchObject({ heldCents: creditCents, taxOff: [] })
  })

  test('at another price than was shown is refused, and changes nothing', async () => {
    const owner = await payer('stale')
    const refused = await change(owner, year, { atOnce: true, shownGrossCents: 11_424 })
    expect([refused.status, refused.problem?.code]).toEqual([409, 'quote-stale'])
    expect((await sessionOf(owner)).subscription).toMatchObject({ interval: month })
    expect(await chargedTo(owner)).toEqual([1190])
  })

  test('that the bank declines leaves the running period unchanged', async () => {
    const owner = await payer('declined')
    const { until } = (await sessionOf(owner)).subscription ?? {}
    await sandboxOf(site).setFault('decline')
    const declined = await change(owner, year, { atOnce: true })
    await sandboxOf(site).setFault('none')
    expect([declined.status, declined.problem?.code]).toEqual([409, 'card-declined'])
    expect((await sessionOf(owner)).subscription).toMatchObject({ interval: month, until, health: 'ok' })
    expect(await documentsOf(owner)).toHaveLength(1)
  })

  test('is offered for longer intervals only; a shorter one is refused', async () => {
    const owner = await payer('shorter', year)
    const { body } = await owner.call(calls.subscriptionOffers)
    expect(body.offers.map(({ atOnce }) => atOnce)).toEqual([undefined, undefined, undefined])
    const refused = await change(owner, month, { atOnce: true })
    expect([refused.status, refused.problem?.code]).toEqual([409, 'interval-not-longer'])
    expect(refused.problem?.detail).toBe(
      'Only a longer interval can begin at once. A shorter one follows the running one.',
    )
  })
})

test('a cancelled subscription stays cancelled where a longer interval is ordered at once', async () => {
  const owner = await payer('cancelled')
  const left = await owner.call(calls.cancelSubscription)
  const refused = await change(owner, year, { atOnce: true })
  expect([refused.status, refused.problem?.code]).toEqual([409, 'interval-not-at-once'])
  expect((await sessionOf(owner)).subscription).toEqual(left.body.subscription)
  expect(await chargedTo(owner)).toEqual([1190])
})

describe("another interval at the period's end", () => {
  test('is charged then, at the offered price; nothing before', async () => {
    const owner = await payer('at-end')
    const offer = await offerOf(owner, year)
    const { body: offers } = await owner.call(calls.subscriptionOffers)
    const { until } = (await sessionOf(owner)).subscription ?? {}
    expect(offers.chargedAt).toBe(until)
    const stale = await change(owner, year, { shownGrossCents: offer.grossCents + 1 })
    expect(stale.problem?.code).toBe('quote-stale')

    const chosen = await change(owner, year, { shownGrossCents: offer.grossCents })
    expect(chosen.body.subscription).toMatchObject({ interval: month, nextInterval: year, until })
    await later(32)
    expect(await chargedTo(owner)).toEqual([1190, offer.grossCents])
    expect((await sessionOf(owner)).subscription).toMatchObject({ interval: year, until: offer.extendedAt })
    // its first term starts again: cancelled, it runs to its end
    const left = await owner.call(calls.cancelSubscription)
    expect(left.body.subscription).toMatchObject({ status: 'pending-expiry', until: offer.extendedAt })
  })
})

async function payer(name: string, interval: object = month): Promise<TestClient> {
  const owner = await accountHolder(site, `${name}@interval.example`)
  expect((await subscribe(owner, undefined, interval)).status).toBe(200)
  await later(0)
  return owner
}

/** Later charges must have a later time, by which `chargedTo` sorts. */
async function later(days: number): Promise<void> {
  site.clock.advanceReal({ seconds: 1 })
  await passDays(site, days)
}

function change(owner: TestClient, interval: object, more: object = {}) {
  const body = { interval, paymentProvider: 'sandbox', ...more }
  return owner.call(calls.changeSubscription, { body })
}

async function offerOf(owner: TestClient, { value, unit }: { value: number; unit: string }) {
  const { body } = await owner.call(calls.subscriptionOffers)
  const offer = body.offers.find(({ interval }) => interval.value === value && interval.unit === unit)
  if (!offer) throw new Error('not sold')
  return offer
}

async function documentsOf(owner: TestClient) {
  const { body } = await owner.call(calls.invoices, { query: {} })
  return body.invoices
}

/** The provider's charges of the card, in their order. */
async function chargedTo(owner: TestClient): Promise<number[]> {
  const { account } = await sessionOf(owner)
  return takenAtSandbox(site.db, account.id)
}
