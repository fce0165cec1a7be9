import { refundable } from '#domain/billing/corrections/refund-charge.ts'
import type { BillingContext, Decision } from '#domain/billing/decision.ts'
import { quoteUsers } from '#domain/billing/seats.ts'
import { noSubscription, type SubscriptionState } from '#domain/billing/state.ts'
import { type BillingEvent, decide } from '#domain/billing/subscription-machine.ts'
import { nextTimer } from '#domain/billing/timers.ts'
import type { MoneyOff } from '#domain/coupons/money-off.ts'
import { isPaused, subscriptionRuns } from '#domain/team/permission.ts'
import {
  type Cut,
  graceDays,
  intervalOf,
  type Life,
  type Mood,
  type Move,
  oddPlan,
  zone,
} from './billing-life.ts'
import { noonOf, startOf } from './billing-oracle.ts'
import { Books } from './books.ts'

/** What a life comes to: each decision with the state before it, and each payment. */
export type Watch = {
  readonly decided?: (
    before: SubscriptionState,
    decision: Extract<Decision, { ok: true }>,
    now: Date,
    event: BillingEvent,
  ) => void
  readonly paid?: (grossCents: number, now: Date) => void
}

/** A life as the product decides it: kept cents, credit, users that may watch, and tax, at noon of each day. */
export function billedByMachine(life: Life, watch: Watch = {}): Int32Array {
  const told = new Int32Array(life.days * 4)
  const books = new Books()
  let state = noSubscription(life.consumer)
  let keptCents = 0
  let taxCents = 0
  let vatBasisPoints = 0
  let timer = nextTimer(state, graceDays)

  const happen = (event: BillingEvent, now: Date, mood: Mood, waitedFor: boolean): void => {
    const context: BillingContext = {
      now,
      serviceMode: 'open',
      graceDays,
      zone,
      vatBasisPoints,
    }
    const decision = decide(state, event, context)
    if (!decision.ok) return
    if (event.type === 'charge-answered' && event.news === 'succeeded') {
      books.paid({ grossCents: event.grossCents })
      keptCents += event.grossCents
      watch.paid?.(event.grossCents, now)
    }
    watch.decided?.(state, decision, now, event)
    books.decided(decision)
    taxCents += decision.bill?.amount.vatCents ?? 0
    for (const { amount } of [...(decision.refunds ?? []), ...(decision.credits ?? [])])
      taxCents -= amount.vatCents
    for (const { amount, alsoCents } of decision.refunds ?? []) keptCents -= amount.grossCents + alsoCents
    state = decision.next
    const { charge } = decision
    if (charge) {
      const news = newsOf(mood, waitedFor)
      happen(
        { type: 'charge-answered', key: charge.key, news, grossCents: charge.grossCents },
        now,
        mood,
        waitedFor,
      )
    }
    timer = nextTimer(state, graceDays)
  }

  for (let day = 0; day < life.days; day++) {
    const mood = life.moods[day] ?? 'good'
    vatBasisPoints = life.rates[day] ?? 0
    for (const moment of [startOf(day), noonOf(day)]) {
      while (timer && timer.at.getTime() <= moment) {
        const { type } = timer
        const event = type === 'until-reached' ? { type, users: peopleOn(life, day) } : { type }
        happen(event, new Date(moment), mood, false)
      }
    }
    const noon = new Date(noonOf(day))
    if (day === 0)
      happen({ type: 'email-confirmed', trialDays: 14, hadTrial: life.hadTrial }, noon, mood, false)
    const move = life.moves.get(day)
    const event = move && eventOf(state, move, noon, life, day)
    if (event) happen(event, noon, mood, event.type !== 'update-card')
    told[day * 4] = keptCents
    told[day * 4 + 1] = state.creditCents
    told[day * 4 + 2] = mayWatch(state, noon)
    told[day * 4 + 3] = taxCents
  }
  const balance = books.balance()
  if (balance.balanceCents !== state.creditCents || balance.keptCents !== keptCents)
    throw new Error(`life ${life.seed}: the book`)
  return told
}

function peopleOn(life: Life, day: number): number {
  return life.people[day] ?? 1
}

function newsOf(mood: Mood, waitedFor: boolean) {
  if (mood === 'good' || (mood === 'sca' && waitedFor)) return 'succeeded'
  return mood === 'sca' ? 'needs-action' : mood === 'soft' ? 'declined-soft' : 'declined-hard'
}

function eventOf(
  state: SubscriptionState,
  move: Move,
  now: Date,
  life: Life,
  day: number,
): BillingEvent | undefined {
  const people = peopleOn(life, day)
  switch (move.type) {
    case 'subscribe':
      return {
        type: 'subscribe',
        interval: intervalOf(move.months),
        atOnce: move.atOnce,
        plan: move.off ? { ...oddPlan, coupon: couponOf(move.off) } : oddPlan,
        method: 'card',
        provider: 'sandbox',
        users: people,
        confirmed: true,
        billingComplete: true,
      }
    case 'users': {
      const vatBasisPoints = life.rates[day] ?? 0
      const quote = quoteUsers(state, move.users, {
        now,
        serviceMode: 'open',
        graceDays,
        zone,
        vatBasisPoints,
      })
      return 'problem' in quote ? undefined : { type: 'set-users', users: move.users, quote }
    }
    case 'coupon':
      return {
        type: 'redeem-coupon',
        coupon: {
          code: 'COUPON',
          licenseCount: move.users,
          interval: { value: move.months, unit: 'm' },
          uses: 0,
          maxUses: null,
          validUntil: null,
        },
        usedBefore: false,
      }
    case 'goodwill': {
      const payment = state.payments[move.of % Math.max(state.payments.length, 1)]
      if (!payment) return undefined
      const { cardCents, creditCents } = refundable(payment)
      const grossCents = Math.min(move.cents, move.toCard ? cardCents : creditCents)
      const goesTo = move.toCard ? 'card' : 'credit'
      return grossCents > 0 ? { type: 'refund-charge', key: payment.key, grossCents, goesTo } : undefined
    }
    case 'announce':
      return {
        type: 'announce-price',
        move: {
          id: `from ${day}`,
          plan: { ...oddPlan, basePriceCents: move.base },
          from: new Date(now.getTime() + move.days * 86_400_000),
          otherwise: move.ends ? 'end' : 'keep',
        },
        users: people,
      }
    case 'price-mail':
      return { type: 'price-mailed', id: state.move?.id ?? '', at: now }
    case 'agree':
      return { type: 'accept-price', id: state.move?.id ?? '' }
    case 'stop-price':
      return { type: 'drop-price', id: state.move?.id ?? '', tells: true }
    case 'free':
      return { type: 'give-days', days: move.days }
    case 'pause':
      return { type: 'pause', months: move.months }
    case 'resume':
      return { type: 'resume', users: people }
    case 'card':
      return { type: 'update-card', method: 'card', provider: 'sandbox' }
    case 'confirm': {
      const { openCharge } = state
      if (openCharge?.state !== 'needs-action') return undefined
      return {
        type: 'charge-answered',
        key: openCharge.key,
        news: 'succeeded',
        grossCents: openCharge.dueCents,
      }
    }
    default:
      return { type: move.type }
  }
}

/** The code names its terms, as no two coupons have the same. */
function couponOf(off: Cut): MoneyOff {
  const { percent, cents, periods, months } = off
  return {
    code: JSON.stringify(off),
    percent: percent > 0 ? percent : null,
    offCents: percent > 0 ? null : cents,
    periods,
    intervals: months === null ? null : [intervalOf(months)],
  }
}

function mayWatch(state: SubscriptionState, now: Date): number {
  const { status, until } = state
  if (status === 'none' || !until || !subscriptionRuns({ status, until }, now, graceDays)) return 0
  if (isPaused(state, now)) return 0
  return state.licenseCount
}
