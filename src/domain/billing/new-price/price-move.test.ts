import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comingCharge } from '#domain/billing/coming/coming-charge.ts'
import { offerAtOnce, offerFor } from '#domain/billing/offer.ts'
import { dueReminders } from '#domain/billing/reminder.ts'
import type { SubscriptionState } from '#domain/billing/state.ts'
import type { BillingEvent } from '#domain/billing/subscription-machine.ts'
import type { MoneyOff } from '#domain/coupons/money-off.ts'
import { priceSets } from '#domain/pricing.ts'
import { comingRenewals } from '#domain/reports/coming-renewals.ts'
import {
  active,
  after,
  answered,
  context,
  day,
  decideAt,
  happenings,
  month,
  newPrice,
  type Situation,
  setUsers,
  situations,
  withMove,
  year,
} from '#support/billing-states.ts'
import { runs } from '#support/rounds.ts'
import { concernedRenewal, pricesOfMove } from './announce-price.ts'
import { concernedFrom, noticeDays, outcomeOfMove, type PriceMove } from './price-move.ts'

const half = { value: 6, unit: 'm' } as const
const spring = newPrice(active.now).plan
const percent: MoneyOff = { code: 'TEN', percent: 10, offCents: null, periods: null, intervals: null }

const accepting = { type: 'accept-price', id: 'spring' } as const
const accepted = (situation: Situation) => after(situation, accepting)
/** What the end of the running period brings. */
const renewed = (situation: Situation) => {
  const { until } = situation.state
  return after(situation, { type: 'until-reached', users: 3 }, until ?? situation.now)
}
/** What the next period is charged, net, and what became of the move. */
function charged(situation: Situation) {
  const { state } = renewed(situation)
  const purpose = state.openCharge?.purpose
  return [
    purpose?.kind === 'period' ? purpose.priceCents : state.status,
    outcomeOfMove(situation.state, state) ?? 'open',
  ]
}
const withPlan = (situation: Situation, more: object): Situation => {
  const { plan } = situation.state
  return plan ? { ...situation, state: { ...situation.state, plan: { ...plan, ...more } } } : situation
}

describe('whom new prices concern', () => {
  const concerned = (situation: Situation | undefined, plan = spring) =>
    situation && pricesOfMove(situation.state, plan, { ...context, users: 3, now: situation.now })
  const prices = { interval: month, users: 3, oldCents: 3000, newCents: 3600 }

  test.each([
    ['none: e-mail not confirmed yet', undefined],
    ['trial: followed by a plan', undefined],
    ['prepaid: by the admin', undefined],
    ['prepaid: followed by a plan', undefined],
    ['pending-expiry: paid', undefined],
    ['cancelled', undefined],
    ['active: first period', prices],
    ['active: with users included by a coupon', prices],
    ['active: paused for 2 months', prices],
    ['active: more users on their way', prices],
    ['active: second year', { ...prices, interval: year, oldCents: 28_800, newCents: 34_560 }],
    ['active: renewal on its way', 'unpaid'],
    ['active: past due, soft', 'unpaid'],
    ['active: a new price announced', 'announced'],
    ['active: a new price agreed to', 'announced'],
  ])('%s', (name, expected) => {
    expect(concerned(situations[name])).toEqual(expected)
  })

  test.each([
    ['the same prices under another name', { ...priceSets.launch, id: 'spring' }, 'same-price'],
    [
      'others for a team only',
      { ...priceSets.launch, userTiers: [{ fromUsers: 1, percent: 100 }] },
      { ...prices, newCents: 3000 },
    ],
    [
      'without this interval',
      { ...spring, intervals: [{ interval: year, percent: 80 }] },
      'interval-not-sold',
    ],
  ])('%s', (_, plan, expected) => {
    expect(concerned(active, plan)).toEqual(expected)
  })

  test('prices are compared without a coupon, and an agreed price is replaced', () => {
    expect(concerned(withPlan(active, { coupon: percent }))).toEqual(prices)
    expect(concerned(withPlan(active, { coupon: percent }), priceSets.launch)).toBe('same-price')
    const agreed = { interval: month, users: 3, netCents: 3000 }
    expect(concerned(withPlan(active, { agreed }), priceSets.launch)).toMatchObject({ newCents: 3000 })
  })

  test('nobody is concerned once the service has closed', () => {
    expect(pricesOfMove(active.state, spring, { now: active.now, serviceMode: 'closed', users: 3 })).toBe(
      undefined,
    )
  })
})

describe('the renewal of 21 December', () => {
  const late = { mailedAt: day('2026-11-10') }
  const later = { from: day('2026-12-22') }
  const others = { plan: { ...spring, intervals: [{ interval: year, percent: 80 }] } }
  test.each<[string, Situation, unknown[]]>([
    ['without a click', withMove({}), [3000, 'kept']],
    ['without a click, as chosen, ends it', withMove({ otherwise: 'end' }), ['cancelled', 'ended']],
    ['after a click', accepted(withMove({})), [3600, 'moved']],
    ['after a click, where it would have ended', accepted(withMove({ otherwise: 'end' })), [3600, 'moved']],
    [
      'a click before the mail was taken counts for nothing',
      accepted(withMove({ mailedAt: null })),
      [3000, 'open'],
    ],
    ['41 days after the mail, clicked', accepted(withMove(late)), [3000, 'open']],
    ['41 days after the mail, where it would end', withMove({ ...late, otherwise: 'end' }), [3000, 'open']],
    ['before the chosen day, clicked', accepted(withMove(later)), [3000, 'open']],
    [
      'after the click, with a coupon',
      accepted(withPlan(withMove({}), { coupon: percent })),
      [3240, 'moved'],
    ],
    [
      'after the click and an order of years',
      after(accepted(withMove({})), { ...orderOf(year) }),
      [34_560, 'moved'],
    ],
    ['cancelled after the click', after(accepted(withMove({})), { type: 'cancel' }), ['cancelled', 'ended']],
    [
      'cancelled after the click, and resumed',
      after(after(accepted(withMove({})), { type: 'cancel' }), { type: 'resume', users: 3 }),
      [3600, 'moved'],
    ],
    [
      'stopped after the click',
      after(accepted(withMove({})), { type: 'drop-price', id: 'spring', tells: true }),
      [3000, 'open'],
    ],
    ['after a pause that was ordered before the click', accepted(pausedWith({})), [3600, 'moved']],
    ['after a pause, without a click', pausedWith({}), [3000, 'kept']],
    ['at prices without this interval, clicked in time', clickedBefore(others), [3000, 'kept']],
  ])('%s', (_, situation, expected) => {
    expect(charged(situation)).toEqual(expected)
  })

  test('is shown as it will be charged', () => {
    const situation = accepted(withMove({}))
    const { state, now } = situation
    const at = { ...context, now }
    expect(comingCharge(state, 3, at)?.bill.purpose.priceCents).toBe(3600)
    expect(offerFor(state, { plan: priceSets.launch, users: 3, interval: year }, at)?.priceCents).toBe(34_560)
    // from today: at the price of the running contract
    expect(offerAtOnce(state, { users: 3, interval: year }, at)?.priceCents).toBe(28_800)
    expect(setUsers(situation, 5)).toMatchObject({ quote: { nextTotal: { netCents: 5400 } } })
    expect(comingCharge(withMove({ otherwise: 'end' }).state, 3, at)).toBe(undefined)
    // the forecast: what it would have cost
    expect(comingRenewals(withMove({ otherwise: 'end' }).state, 3, at)).toEqual([
      { at: new Date('2026-12-21T00:00:00Z'), kind: 'cancelled', netCents: 3000, seats: 3 },
    ])
    expect(concernedRenewal(withMove({ mailedAt: day('2026-11-10') }).state, at)).toEqual(
      new Date('2027-01-21T00:00:00Z'),
    )
  })

  test('a longer interval that begins today is at the present price, and the agreement counts after it', () => {
    const { state } = answered(after(accepted(withMove({})), { ...orderOf(year), atOnce: true }), 'succeeded')
    expect(state.payments[0]?.amount.netCents).toBe(28_800)
    expect(charged({ state, now: active.now })).toEqual([34_560, 'moved'])
  })

  test('users added after the click are paid at the present price until then, and at the new one from then on', () => {
    const clicked = accepted(withMove({}))
    const { state } = answered(after(clicked, setUsers(clicked, 5)), 'succeeded')
    expect(state.payments[1]?.levelCents).toBe(1500)
    const next = after({ state, now: active.now }, { type: 'until-reached', users: 5 }, day('2026-12-21'))
    expect(next.state.openCharge?.purpose).toMatchObject({ paidLicenses: 5, priceCents: 5400 })
  })

  test('after it, nothing of the announcement is left: a second renewal costs the same', () => {
    for (const [first, cents] of [
      [withMove({}), 3000],
      [accepted(withMove({})), 3600],
    ] as const) {
      const { state } = answered(renewed(first), 'succeeded')
      expect(state.move).toBe(undefined)
      expect(charged({ state, now: day('2026-12-21') })).toEqual([cents, 'open'])
    }
  })
})

describe('a click', () => {
  test.each<[string, SubscriptionState, Date, string]>([
    ['on no announcement', active.state, active.now, 'no-new-price'],
    ['after a cancellation', after(withMove({}), { type: 'cancel' }).state, active.now, 'no-new-price'],
    ['once the renewal is due', withMove({}).state, day('2026-12-21'), 'no-new-price'],
    [
      'on prices without the interval ordered since',
      after(withMove({ plan: { ...spring, intervals: [{ interval: month, percent: 100 }] } }), orderOf(year))
        .state,
      active.now,
      'interval-not-sold',
    ],
  ])('%s is refused', (_, state, now, problem) => {
    expect(decideAt(state, accepting, now)).toEqual({ ok: false, problem })
  })

  test('a second one changes nothing, and another interval cannot be ordered where it ends without one', () => {
    const { state, now } = accepted(withMove({}))
    expect(decideAt(state, accepting, now)).toMatchObject({ next: state, mails: [] })
    const ends = withMove({ otherwise: 'end' })
    expect(decideAt(ends.state, orderOf(year), now)).toEqual({ ok: false, problem: 'interval-not-sold' })
    expect(offerFor(ends.state, { plan: spring, users: 3, interval: year }, { ...context, now })).toBe(
      undefined,
    )
  })
})

test('a reminder goes to whom has not clicked, 7 days before', () => {
  const due = (move: Partial<PriceMove>, at: string) =>
    dueReminders(withMove(move).state, { ...context, now: new Date(at) }).map(({ kind }) => kind)
  expect(due({}, '2026-12-13T23:00:00Z')).toEqual([])
  expect(due({}, '2026-12-14T00:00:00Z')).toEqual(['new-price-waits'])
  expect(due({ otherwise: 'end' }, '2026-12-14T00:00:00Z')).toEqual(['new-price-or-end-waits'])
  expect(due({ acceptedAt: active.now }, '2026-12-14T00:00:00Z')).toEqual([])
  expect(due({ from: day('2026-12-25') }, '2026-12-14T00:00:00Z')).toEqual([])
})

test('an announcement says a day on which it can begin, also where the mail is taken an hour later', () => {
  const { state } = after(active, { type: 'announce-price', move: newPrice(active.now), users: 3 })
  expect(state.move?.from).toEqual(day('2027-01-08'))
  const mailed = after({ state, now: active.now }, { type: 'price-mailed', id: 'spring', at: active.now })
  expect(mailed.state.move && concernedFrom(mailed.state.move)).toEqual(day('2027-01-08'))
  // a second announcement waits for the first
  const second = { ...newPrice(active.now), id: 'summer' }
  expect(decideAt(state, { type: 'announce-price', move: second, users: 3 }, active.now)).toMatchObject({
    next: state,
  })
})

/** Anything that can happen, at any time. */
const anything = fc.array(
  fc.record({
    happen: fc.constantFrom(
      ...Object.entries(happenings).flatMap(([type, kinds]) =>
        type === 'purge' ? [] : Object.values(kinds).map((happen) => ({ happen, type })),
      ),
      ...['accept-price', 'until-reached', 'charge-answered'].flatMap((type) =>
        Object.values(happenings[type as BillingEvent['type']]).map((happen) => ({ happen, type })),
      ),
    ),
    days: fc.integer({ min: 0, max: 40 }),
    otherwise: fc.constantFrom('keep', 'end'),
  }),
  { minLength: 5, maxLength: 40 },
)

test('nobody pays a new price without a click, and nobody earlier than 42 days after the mail', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(situations)), anything, (first, steps) => {
      let { state, now } = { ...first, state: { ...first.state, move: undefined } as SubscriptionState }
      let [mailedAt, clickedAt]: (Date | undefined)[] = []
      let announced: PriceMove | undefined
      for (const { happen, days, otherwise } of steps) {
        const happening = happen.happen({ state, now })
        const event =
          happening.event.type === 'announce-price'
            ? { ...happening.event, move: { ...happening.event.move, otherwise: otherwise as 'keep' } }
            : happening.event
        now = new Date(Math.max(Number(now), Number(happening.at ?? now)))
        const decision = decideAt(state, event, now)
        if (decision.ok) {
          const { next } = decision
          if (next.move && next.move !== state.move) {
            mailedAt = next.move.mailedAt ?? undefined
            clickedAt = next.move.acceptedAt ?? undefined
            announced = next.move
          }
          const purpose = next.openCharge?.purpose ?? decision.bill?.purpose
          const isNew = purpose?.kind === 'period' && purpose.index > state.periodIndex
          if (isNew && purpose.plan.id === 'spring' && state.plan?.id !== 'spring') {
            expect(clickedAt).toBeDefined()
            expect(purpose.starts).toBe('at-until')
            expect(Number(purpose.from)).toBeGreaterThanOrEqual(Number(mailedAt) + noticeDays * 86_400_000)
            expect(Number(purpose.from)).toBeGreaterThanOrEqual(Number(announced?.from))
          }
          // an announced end comes no earlier
          if (
            event.type === 'until-reached' &&
            state.move &&
            next.status === 'cancelled' &&
            state.status === 'active'
          )
            expect(Number(state.until)).toBeGreaterThanOrEqual(Number(mailedAt) + noticeDays * 86_400_000)
          state = next
        }
        now = new Date(now.getTime() + days * 86_400_000)
      }
    }),
    { numRuns: runs(300) },
  )
})

function orderOf(interval: typeof month | typeof half | typeof year) {
  return {
    type: 'subscribe',
    interval,
    plan: priceSets.launch,
    users: 3,
    confirmed: true,
    billingComplete: true,
  } as const
}

function pausedWith(move: Partial<PriceMove>): Situation {
  return after(withMove(move), { type: 'pause', months: 2 })
}

/** The new prices had the interval when the customer clicked. */
function clickedBefore(move: Partial<PriceMove>): Situation {
  return withMove({ ...move, acceptedAt: active.now })
}
