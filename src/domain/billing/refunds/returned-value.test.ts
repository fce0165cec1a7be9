import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Decision } from '#domain/billing/decision.ts'
import { quoteUsers } from '#domain/billing/seats.ts'
import {
  noSubscription,
  paidLicenses,
  paidPeriod,
  priceFor,
  type SubscriptionState,
} from '#domain/billing/state.ts'
import { type BillingEvent, decide } from '#domain/billing/subscription-machine.ts'
import { nextTimer } from '#domain/billing/timers.ts'
import { graceDays, intervalOf, oddPlan } from '#support/billing-life.ts'
import { Books } from '#support/books.ts'
import { rounds, seed } from '#support/rounds.ts'

// Refunds of a paid period, by card or as credit, never exceed its payment less the days used. The refund period
// excepts days once: those of a period refunded in full, or of the users added last. Card payments of the refund period
// are refunded to the card, through any number of periods that began at once.

const steps = fc.array(
  fc.record({ what: fc.nat(19), pick: fc.nat(1000), hours: fc.oneof(fc.nat(30), fc.nat(24 * 7)) }),
  { minLength: 10, maxLength: 50 },
)

test(`refunds never exceed the payment less the days used, and go to the card first (seed ${seed})`, () => {
  fc.assert(
    fc.property(steps, fc.boolean(), fc.constantFrom(0, 1900, 2550), (story, consumer, vatBasisPoints) => {
      const customer = new Customer(noSubscription(consumer), vatBasisPoints)
      for (const step of story) customer.take(step)
    }),
    { numRuns: Math.ceil(rounds.ledgerStories / 4), seed },
  )
}, 600_000)

type Step = { readonly what: number; readonly pick: number; readonly hours: number }

/** Payments and returns of one paid period, net, and the net value of the days used. */
type PeriodAccount = {
  paidCents: number
  backCents: number
  /** Stretches of time with the price of a whole period for the users of that time. */
  used: { from: number; until: number; levelCents: number }[]
  length: number
  /** Paid price of a whole period: if fewer users cost more after removals, no more is charged. */
  levelCents: number
  /** Value of the days of users returned within their refund period; granted once. */
  exceptedCents: number | null
  /** Refunded as a whole, or withdrawn from. */
  undone: boolean
  events: number
}

class Customer {
  now = Date.parse('2026-11-21T12:00:00Z')
  state: SubscriptionState
  readonly vatBasisPoints: number
  readonly books = new Books()
  readonly accounts = new Map<string, PeriodAccount>()
  /** The period of each invoice. */
  readonly periodOf = new Map<string, string>()
  readonly told: string[] = []
  /** Card payments for the running period and the periods that it replaced. */
  charges: { readonly key: string; readonly at: number; leftCents: number }[] = []

  constructor(state: SubscriptionState, vatBasisPoints: number) {
    this.state = state
    this.vatBasisPoints = vatBasisPoints
  }

  take({ what, pick, hours }: Step): void {
    const until = this.now + hours * 3_600_000
    for (let timer = this.timer(until); timer; timer = this.timer(until)) {
      this.pass(Math.max(this.now, timer.at.getTime()))
      this.happen(timer.type === 'until-reached' ? { type: timer.type, users: 60 } : { type: timer.type })
    }
    this.pass(until)
    this.happen(this.event(what, pick))
  }

  timer(until: number) {
    const timer = nextTimer(this.state, graceDays)
    return timer && timer.at.getTime() <= until ? timer : undefined
  }

  event(what: number, pick: number): BillingEvent | undefined {
    const card = { method: 'card', provider: 'sandbox' }
    if (what < 2) {
      const said = { confirmed: true, billingComplete: true, atOnce: pick % 2 === 0 }
      const interval = intervalOf([1, 3, 12, 12][pick % 4] as number)
      return { type: 'subscribe', interval, plan: oddPlan, users: 1 + (pick % 20), ...card, ...said }
    }
    if (what < 12) {
      const users = [1, 1, 2, 14, 15, 20, 1 + (pick % 60)][pick % 7] as number
      const quote = quoteUsers(this.state, users, this.context())
      return 'problem' in quote ? undefined : { type: 'set-users', users, quote }
    }
    if (what < 17) return { type: 'refund' }
    if (what < 18) return pick % 3 === 0 ? { type: 'cancel' } : { type: 'resume', users: 1 + (pick % 20) }
    return pick % 9 === 0 ? { type: 'withdraw' } : undefined
  }

  context() {
    const { vatBasisPoints } = this
    return { now: new Date(this.now), serviceMode: 'open', graceDays, zone: 'UTC', vatBasisPoints } as const
  }

  happen(event: BillingEvent | undefined): void {
    if (!event) return
    const before = this.state
    const decision = decide(before, event, this.context())
    this.told.push(
      `${new Date(this.now).toISOString()} ${event.type} ${'users' in event ? event.users : ''}: ${
        decision.ok ? `${decision.next.status}, ${paidLicenses(decision.next)} paid` : decision.problem
      }`,
    )
    if (!decision.ok) return
    if (event.type === 'charge-answered') this.books.paid({ grossCents: event.grossCents })
    this.books.decided(decision)
    this.state = decision.next
    this.account(before, event, decision)
    this.follow(event, decision)
    this.check()
    if (!decision.charge) return
    const { key, grossCents } = decision.charge
    this.happen({ type: 'charge-answered', key, news: 'succeeded', grossCents })
  }

  /** Time passes; the current users use the running period. */
  pass(until: number): void {
    const { plan, interval, payments } = this.state
    const account = this.accounts.get(payments[0]?.key ?? '')
    const end = Math.min(until, this.state.until?.getTime() ?? 0)
    if (account && plan && interval && end > this.now)
      account.used.push({ from: this.now, until: end, levelCents: account.levelCents })
    this.now = until
  }

  account(before: SubscriptionState, event: BillingEvent, decision: Extract<Decision, { ok: true }>): void {
    const { bill, refunds = [], credits = [], next } = decision
    const running = before.payments[0]?.key ?? ''
    if (bill?.purpose.kind === 'period') {
      const period = paidPeriod(next)
      if (!period) throw new Error('a period that is paid runs')
      const from = period.from.getTime()
      // a period that begins at once begins with its day, which the replaced period does not charge
      for (const stretch of this.accounts.get(running)?.used ?? [])
        stretch.until = Math.max(Math.min(stretch.until, from), Math.min(stretch.from, from))
      const length = period.until.getTime() - from
      const day = { from, until: Math.max(this.now, from), levelCents: bill.purpose.priceCents }
      const nothing = { paidCents: 0, backCents: 0, exceptedCents: null, undone: false, events: 0 }
      this.accounts.set(bill.key, { ...nothing, used: [day], length, levelCents: day.levelCents })
    }
    if (bill) {
      const period = bill.purpose.kind === 'period' ? bill.key : running
      this.periodOf.set(bill.key, period)
      const account = this.accounts.get(period) as PeriodAccount
      account.paidCents += bill.amount.netCents
      account.events += 1
    }
    this.priceOf(decision, this.accounts.get(running))
    const ends = event.type === 'withdraw' || (event.type === 'refund' && next.payments.length === 0)
    for (const { key, amount } of [...refunds, ...credits]) {
      const account = this.accounts.get(this.periodOf.get(key) ?? '')
      if (!account) continue
      account.backCents += amount.netCents
      account.events += 1
      account.undone ||= ends
    }
    const account = this.accounts.get(running)
    const last = before.payments.at(-1)
    if (event.type !== 'refund' || ends || !account || !last) return
    account.exceptedCents ??= (last.levelCents * (this.now - last.at.getTime())) / account.length
  }

  /** Additional users raise the price of a whole period when paid; other changes can only lower it. */
  priceOf({ bill, next }: Extract<Decision, { ok: true }>, account: PeriodAccount | undefined): void {
    const { plan, interval } = next
    if (!account || !plan || !interval || bill?.purpose.kind === 'period') return
    const price = (users: number) => priceFor(plan, users, interval)
    if (bill) {
      const { paidBefore, paidLicenses: after } = bill.purpose as { paidBefore: number; paidLicenses: number }
      account.levelCents += price(after) - price(paidBefore)
    } else account.levelCents = Math.min(account.levelCents, price(paidLicenses(next)))
  }

  /** Follows the card payments. */
  follow(event: BillingEvent, { bill, next, refunds = [] }: Extract<Decision, { ok: true }>): void {
    if (bill?.purpose.kind === 'period' && bill.purpose.starts !== 'at-once') this.charges = []
    if (bill && event.type === 'charge-answered')
      this.charges.push({ key: bill.key, at: this.now, leftCents: event.grossCents })
    for (const { key, amount, alsoCents } of refunds)
      for (const charge of this.charges)
        if (charge.key === key) charge.leftCents -= amount.grossCents + alsoCents
    if (event.type !== 'refund' || next.payments.length > 0) return
    const kept = this.charges.filter(({ at, leftCents }) => at > this.now - 7 * 86_400_000 && leftCents !== 0)
    expect(kept, this.told.join('\n')).toEqual([])
  }

  check(): void {
    for (const [key, account] of this.accounts) {
      const { paidCents, backCents, used, length, exceptedCents, undone, events } = account
      const usedCents = used.reduce(
        (sum, { from, until, levelCents }) => sum + (levelCents * (until - from)) / length,
        0,
      )
      const leftCents = undone ? paidCents : paidCents - usedCents + (exceptedCents ?? 0)
      // each sum is rounded once
      if (backCents > leftCents + 0.5 * events + 0.01)
        expect.fail(
          `${key} cost ${paidCents}, gave back ${backCents} of ${leftCents}\n${this.told.join('\n')}`,
        )
    }
    expect(this.books.balance().balanceCents, this.told.join('\n')).toBe(this.state.creditCents)
  }
}
