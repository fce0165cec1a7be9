import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Amount } from '#domain/money.ts'
import {
  after,
  answered,
  context,
  coupon,
  decideAt,
  newPrice,
  none,
  subscribing,
} from '#support/billing-states.ts'
import { Books } from '#support/books.ts'
import { rounds, seed } from '#support/rounds.ts'
import { isInFlight } from './charge-machine.ts'
import type { BillingContext, ChargeOrder } from './decision.ts'
import { booking, correctsInvoice, type LedgerEntry, type MoneyEvent } from './ledger.ts'
import { quoteUsers } from './seats.ts'
import { isWaitedFor, noSubscription, type SubscriptionState } from './state.ts'
import { type BillingEvent, decide } from './subscription-machine.ts'
import { nextTimer } from './timers.ts'

describe('the book', () => {
  const amount: Amount = { netCents: 3000, vatBasisPoints: 1900, vatCents: 570, grossCents: 3570 }
  const paid = { type: 'charge-answered', key: 'period-1', news: 'succeeded', grossCents: 3570 } as const

  test.each<[string, MoneyEvent, LedgerEntry['kind'][]]>([
    ['what is paid as captured', { kind: 'paid', amount }, ['captured']],
    ['what is billed as invoiced', { kind: 'billed', amount }, ['invoiced']],
    ['what is added to the balance as credited', { kind: 'credited', amount }, ['credited']],
    [
      'what goes back as refunded, and credited where an invoice is corrected',
      { kind: 'returned', amount, creditedCents: 3570 },
      ['refunded', 'credited'],
    ],
    [
      'money that was never invoiced as refunded alone',
      { kind: 'returned', amount, creditedCents: 0 },
      ['refunded'],
    ],
  ])('notes %s, with tax', (_, event, kinds) => {
    expect(booking(event)).toEqual(kinds.map((kind) => ({ kind, amountCents: 3570 })))
    const nothing = { ...event, amount: { ...amount, grossCents: 0 }, creditedCents: 0 } as MoneyEvent
    expect(booking(nothing)).toEqual([])
  })

  test.each([
    ['promise', true],
    ['withdrawal', true],
    ['notice', true],
    ['late', false],
    ['vat', false],
  ])('a refund for the reason "%s" corrects the invoice: %s', (reason, corrects) => {
    expect(correctsInvoice(reason)).toBe(corrects)
  })

  test('refunds the payment of a second attempt as well', () => {
    const first = { ...paid, attempt: 1 }
    const asked = after(none, subscribing)
    const settled = after(asked, first)
    expect(decideAt(settled.state, first, asked.now)).toEqual({ ok: true, next: settled.state, mails: [] })
    expect(decideAt(settled.state, { ...paid, attempt: 2 }, asked.now)).toMatchObject({
      refunds: [{ reason: 'late' }],
    })
  })

  test('a charge covered by credit is billed without a payment, and a refused one is not billed', () => {
    const rich = { ...none, state: { ...none.state, creditCents: 5000 } }
    const decision = decideAt(rich.state, subscribing, rich.now)
    expect(decision).toMatchObject({
      bill: { amount: { grossCents: 3570 }, paidBy: { creditCents: 3570, cardCents: 0, openCents: 0 } },
      next: { creditCents: 5000 - 3570 },
    })
    expect(decideAt(none.state, { type: 'refund' }, none.now)).toMatchObject({ ok: false })
    expect(answered(after(none, subscribing), 'succeeded').state.payments).toHaveLength(1)
  })
})

type Attempt = ChargeOrder & { over: boolean }
type Step = { readonly what: number; readonly pick: number; readonly hours: number }

describe('in whatever order things happen', () => {
  const steps = fc.array(
    fc.record({ what: fc.nat(32), pick: fc.nat(1000), hours: fc.oneof(fc.nat(48), fc.nat(24 * 40)) }),
    { minLength: 5, maxLength: 60 },
  )

  test(`the money that is kept is the money that is invoiced, and no rule of the machine breaks (seed ${seed})`, () => {
    fc.assert(
      fc.property(steps, fc.boolean(), fc.constantFrom(0, 1900, 2550), (story, consumer, vatBasisPoints) => {
        const world = new World(noSubscription(consumer), { ...context, vatBasisPoints })
        for (const step of story) world.take(step)
        const { keptCents, balanceCents } = world.books.balance()
        expect(balanceCents).toBe(world.state.creditCents + world.forfeitedCents)
        expect(keptCents).toBe(world.capturedCents - world.refundedCents)
        expect(keptCents).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: rounds.ledgerStories, seed },
    )
  }, 600_000)
})

/** A customer, the clock, and a provider with random replies; it also captures charges that were given up. */
class World {
  now = Date.parse('2026-11-21T12:00:00Z')
  attempts: Attempt[] = []
  readonly books = new Books()
  capturedCents = 0
  refundedCents = 0
  /** Credit of the account when it was deleted. */
  forfeitedCents = 0
  readonly takenForCharge = new Map<string, number>()
  readonly backOfCharge = new Map<string, number>()
  state: SubscriptionState
  readonly context: Omit<BillingContext, 'now'>

  constructor(state: SubscriptionState, world: Omit<BillingContext, 'now'>) {
    this.state = state
    this.context = world
  }

  take({ what, pick, hours }: Step): void {
    this.now += hours * 3_600_000
    const timer = nextTimer(this.state, this.context.graceDays)
    if (timer && timer.at.getTime() <= this.now)
      this.happen(timer.type === 'until-reached' ? { type: timer.type, users: 2 } : { type: timer.type })
    if (what >= 17) this.answer(pick)
    else this.happen(this.moves(pick)[what])
  }

  moves(pick: number): (BillingEvent | undefined)[] {
    const users = 1 + (pick % 70)
    const quote = quoteUsers(this.state, users, { ...this.context, now: new Date(this.now) })
    const [interval] = [subscribing.plan.intervals[pick % 3]?.interval ?? subscribing.interval]
    return [
      { type: 'email-confirmed', trialDays: 14, hadTrial: pick % 2 === 0 },
      { ...subscribing, interval, users: 1 + (pick % 9) },
      { ...subscribing, interval, users: 1 + (pick % 9) },
      'problem' in quote ? undefined : { type: 'set-users', users, quote },
      'problem' in quote ? undefined : { type: 'set-users', users, quote },
      {
        type: 'announce-price',
        move: { ...newPrice(new Date(this.now)), otherwise: pick % 4 ? 'keep' : 'end' },
        users,
      },
      { type: 'price-mailed', id: 'spring', at: new Date(this.now) },
      { type: 'accept-price', id: 'spring' },
      { type: 'cancel' },
      { type: 'resume', users },
      { type: 'refund' },
      { type: 'withdraw' },
      { type: 'update-card', method: `card-${pick % 3}`, provider: 'sandbox' },
      { type: 'redeem-coupon', coupon: { ...coupon, licenseCount: 1 + (pick % 5) }, usedBefore: false },
      { type: 'assign-prepaid', licenseCount: 1 + (pick % 5), interval },
      pick % 40 === 0 ? { type: 'service-closed', closing: 'one' } : undefined,
      pick % 40 === 0 ? { type: 'purge' } : undefined,
    ]
  }

  /** The provider reports on a random unfinished attempt, including those given up. */
  answer(pick: number): void {
    const open = this.attempts.filter(({ over }) => !over)
    const attempt = open[pick % Math.max(open.length, 1)]
    if (!attempt) return
    const given =
      this.state.openCharge?.key !== attempt.key || this.state.openCharge.attempts !== attempt.attempt
    const all = [
      'succeeded',
      'succeeded',
      'declined-soft',
      'declined-hard',
      'needs-action',
      'unknown',
    ] as const
    const news = given
      ? pick % 3 === 0
        ? 'succeeded'
        : 'abandoned'
      : (all[pick % all.length] ?? 'succeeded')
    attempt.over = news !== 'needs-action' && news !== 'unknown'
    if (news === 'succeeded') {
      const { key, grossCents } = attempt
      this.capturedCents += grossCents
      this.books.paid({ grossCents })
      this.takenForCharge.set(key, (this.takenForCharge.get(key) ?? 0) + grossCents)
    }
    // a report on a superseded attempt says nothing about its successor, unless it was paid
    if (given && news !== 'succeeded') return
    const { key, grossCents } = attempt
    this.happen({ type: 'charge-answered', key, grossCents, attempt: attempt.attempt, news })
  }

  happen(event: BillingEvent | undefined): void {
    if (!event) return
    const before = this.state
    const decision = decide(before, event, { ...this.context, now: new Date(this.now) })
    if (!decision.ok) {
      expect(event.type).not.toBe('charge-answered')
      return
    }
    this.books.decided(decision)
    if (event.type === 'purge') this.forfeitedCents += before.creditCents
    for (const { key, amount, alsoCents } of decision.refunds ?? []) {
      const cents = amount.grossCents + alsoCents
      expect(cents).toBeGreaterThan(0)
      this.refundedCents += cents
      const back = (this.backOfCharge.get(key) ?? 0) + cents
      expect(back, `given back of ${key}`).toBeLessThanOrEqual(this.takenForCharge.get(key) ?? 0)
      this.backOfCharge.set(key, back)
    }
    const { charge, next } = decision
    // a pending charge is never dropped: only its reply settles it
    const { openCharge } = before
    if (openCharge && isInFlight(openCharge.state) && event.type !== 'charge-answered')
      expect(next.openCharge?.key).toBe(openCharge.key)
    if (charge) {
      // no new attempt while the outcome of the last is unknown
      if (before.openCharge && event.type !== 'charge-answered')
        expect(isInFlight(before.openCharge.state)).toBe(false)
      expect(next.openCharge).toMatchObject({ key: charge.key, attempts: charge.attempt, state: 'submitted' })
      expect(charge.grossCents).toBeGreaterThanOrEqual(50)
      this.attempts.push({ ...charge, over: false })
    }
    this.check(before, next)
    this.state = next
  }

  check(before: SubscriptionState, next: SubscriptionState): void {
    expect(next.version - before.version).toBe(next === before ? 0 : 1)
    expect(next.licenseCount).toBeGreaterThanOrEqual(1)
    expect(next.includedLicenses).toBeGreaterThanOrEqual(0)
    expect(next.licenseCount).toBeGreaterThanOrEqual(next.includedLicenses)
    for (const { amount, creditedNetCents } of next.payments)
      expect(creditedNetCents).toBeLessThanOrEqual(amount.netCents)
    if (next.status === 'active') {
      expect(next.plan).not.toBeNull()
      expect(next.licenseCount).toBeGreaterThan(next.includedLicenses)
    }
    const renewal = next.openCharge && !isWaitedFor(next.openCharge.purpose)
    if (renewal) expect(['active', 'pending-expiry']).toContain(next.status)
    expect(Number.isSafeInteger(next.creditCents)).toBe(true)
  }
}
