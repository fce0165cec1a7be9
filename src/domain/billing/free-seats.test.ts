import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { priceSets } from '#domain/pricing.ts'
import {
  active,
  after,
  answered,
  called,
  context,
  coupon,
  day,
  decideAt,
  month,
  none,
  setUsers,
  subscribing,
} from '#support/billing-states.ts'
import { rounds, seed } from '#support/rounds.ts'
import { isInFlight } from './charge-machine.ts'
import { offerFor } from './offer.ts'
import { paidLicenses, priceFor } from './state.ts'
import { type BillingEvent, decide } from './subscription-machine.ts'

const ten = answered(after(none, { ...subscribing, users: 10 }), 'succeeded')
const cancelled = after(ten, { type: 'cancel' }, day('2026-12-06'))
const plan = priceSets.launch

describe('revoking a cancellation', () => {
  it('continues with the current users, and credits the rest of the period for removed ones', () => {
    const resumed = after(cancelled, { type: 'resume', users: 1 })
    expect(resumed.state).toMatchObject({ status: 'active', licenseCount: 1 })
    expect(resumed.state.creditCents).toBeGreaterThan(0)
    expect(resumed.state.periodCreditCents).toBe(resumed.state.creditCents)
    const renewal = decideAt(resumed.state, { type: 'until-reached', users: 1 }, day('2026-12-21'))
    expect(renewal).toMatchObject({ ok: true, next: { openCharge: null, licenseCount: 1 } })
  })

  it('gets the same as if the users had been removed at that moment', () => {
    const going = { ...ten, now: cancelled.now }
    const removed = after(going, setUsers(going, 1))
    expect(after(cancelled, { type: 'resume', users: 1 }).state.creditCents).toBe(removed.state.creditCents)
    const { interval } = subscribing
    const resumed = after(cancelled, { ...subscribing, interval, users: 1 })
    expect(resumed.state).toMatchObject({ licenseCount: 1, creditCents: removed.state.creditCents })
  })

  it('keeps every licence in use, and charges nothing if fewer users cost more', () => {
    expect(after(cancelled, { type: 'resume', users: 10 }).state).toMatchObject({
      licenseCount: 10,
      creditCents: 0,
    })
    const fifteen = after(
      answered(after(none, { ...subscribing, users: 15 }), 'succeeded'),
      { type: 'cancel' },
      day('2026-12-06'),
    )
    expect(after(fifteen, { type: 'resume', users: 14 }).state).toMatchObject({
      licenseCount: 14,
      creditCents: 0,
    })
  })

  it('during a trial plans for the current users', () => {
    const trial = called('trial: followed by a plan')
    const five = after(after(trial, setUsers(trial, 5)), { type: 'cancel' })
    expect(after(five, { type: 'resume', users: 2 }).state).toMatchObject({
      status: 'trial',
      licenseCount: 2,
    })
  })

  it('gives up users to be bought, unless their charge is in progress', () => {
    const seats = called('active: more users, waiting for the bank')
    const left = after(seats, { type: 'cancel' })
    expect(decideAt(left.state, { type: 'resume', users: 2 }, left.now)).toMatchObject({
      voidCharge: seats.state.openCharge?.key,
      next: { openCharge: null, licenseCount: 2 },
    })
    expect(decideAt(left.state, { type: 'resume', users: 3 }, left.now)).toMatchObject({
      next: { openCharge: { state: 'needs-action' }, licenseCount: 3 },
    })
    const sent = after(called('active: more users on their way'), { type: 'cancel' })
    expect(decideAt(sent.state, { type: 'resume', users: 2 }, sent.now)).toEqual({
      ok: false,
      problem: 'charge-in-flight',
    })
  })

  it('is quoted at the price of the current users, less their credit', () => {
    const offer = offerFor(
      cancelled.state,
      { plan, users: 1, interval: month },
      { ...context, now: cancelled.now },
    )
    expect(offer).toMatchObject({ users: 1, priceCents: 1000, dueCents: 0 })
  })
})

describe('a renewal', () => {
  it('charges the current users, without those who deleted themselves', () => {
    const renewed = after(active, { type: 'until-reached', users: 2 }, day('2026-12-21'))
    expect(renewed.state.openCharge?.purpose).toMatchObject({ paidLicenses: 2, priceCents: 2000 })
  })

  it("counts a coupon's seats in addition to the paid ones", () => {
    const beside = after(active, { type: 'redeem-coupon', coupon, usedBefore: false })
    const renewed = after(beside, { type: 'until-reached', users: 3 }, day('2026-12-21'))
    expect(renewed.state.openCharge?.purpose).toMatchObject({ paidLicenses: 3 })
  })
})

const steps = fc.array(
  fc.record({
    what: fc.constantFrom('cancel', 'resume', 'subscribe', 'add', 'remove', 'interval', 'renewal'),
    pick: fc.nat(59),
    hours: fc.nat(24 * 20),
  }),
  { minLength: 1, maxLength: 25 },
)

test(`for any order of cancelling, resuming, adding and removing users and choosing intervals, a period costs the price of its users (seed ${seed})`, () => {
  fc.assert(
    fc.property(steps, (story) => {
      let users = 3
      let { state, now } = answered(after(none, subscribing), 'succeeded')
      const happen = (event: BillingEvent) => {
        const decision = decide(state, event, { ...context, now })
        if (!decision.ok) return false
        state = decision.next
        const { openCharge } = state
        if (openCharge && isInFlight(openCharge.state)) {
          const { key, dueCents } = openCharge
          happen({ type: 'charge-answered', key, grossCents: dueCents, news: 'succeeded' })
        }
        return true
      }
      for (const { what, pick, hours } of story) {
        now = new Date(now.getTime() + hours * 3_600_000)
        if (state.until && now >= state.until) {
          const before = state.periodIndex
          const interval = state.nextInterval ?? state.interval ?? month
          const wasActive = state.status === 'active'
          happen({ type: 'until-reached', users })
          expect(state.periodIndex).toBe(before + (wasActive ? 1 : 0))
          if (!wasActive) return
          expect(paidLicenses(state)).toBe(users)
          expect(state.interval).toEqual(interval)
        }
        const wanted = 1 + pick
        const running = state.status === 'pending-expiry'
        if (what === 'cancel') happen({ type: 'cancel' })
        if (what === 'resume') happen({ type: 'resume', users })
        const { interval = month } = plan.intervals[pick % 3] ?? {}
        if (what === 'subscribe' || what === 'interval') happen({ ...subscribing, interval, users })
        // a cancelled plan neither grows nor shrinks
        if (what === 'remove' && running) users = Math.min(users, wanted)
        if (what === 'add' && running) users = Math.max(users, Math.min(wanted, state.licenseCount))
        if ((what === 'add' || what === 'remove') && !running) {
          const change = setUsers({ state, now }, wanted)
          if (happen(change)) users = wanted
        }
        if (state.status !== 'active') continue
        expect(paidLicenses(state)).toBe(users)
        const next = state.nextInterval ?? state.interval ?? month
        const offer = offerFor(state, { plan, users, interval: next }, { ...context, now })
        expect(offer?.priceCents).toBe(priceFor(plan, users, next))
      }
    }),
    { numRuns: Math.ceil(rounds.ledgerStories / 5), seed },
  )
}, 600_000)
