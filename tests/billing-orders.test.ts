import { expect, test } from 'vitest'
import { refundable } from '#domain/billing/corrections/refund-charge.ts'
import type { BillingContext, Effects } from '#domain/billing/decision.ts'
import { booking } from '#domain/billing/ledger.ts'
import { takenBack } from '#domain/billing/refunds/refund-orders.ts'
import { quoteUsers } from '#domain/billing/seats.ts'
import { noSubscription, type Payment, type SubscriptionState } from '#domain/billing/state.ts'
import { type BillingEvent, decide } from '#domain/billing/subscription-machine.ts'
import { nextTimer } from '#domain/billing/timers.ts'
import { graceDays, intervalOf, oddPlan } from '#support/billing-life.ts'
import { Books } from '#support/books.ts'
import { rounds, seed } from '#support/rounds.ts'
import { seededRandom } from '#support/seeded-random.ts'

// All events of a subscription, in any order, time zone and tax: by its holder, their bank, the provider's staff, the
// operator. The payments kept always equal invoices and credit, and refunds never exceed payments.

const moves = 30

test('any order of events leaves the books right', () => {
  for (let story = 0; story < rounds.billingLives * 4; story += 1) {
    const life = new Life(seed + story)
    for (let move = 0; move < moves; move += 1) life.goOn()
  }
}, 180_000)

class Life {
  readonly #random: () => number
  readonly #zone: string
  readonly #books = new Books()
  readonly #told: string[] = []
  #state: SubscriptionState
  #now: Date
  #vatBasisPoints = 1900
  #people = 1

  constructor(number: number) {
    this.#random = seededRandom(number)
    this.#zone = this.#pick(['Europe/Berlin', 'Pacific/Honolulu', 'Pacific/Auckland'])
    this.#state = noSubscription(this.#random() < 0.7)
    this.#now = new Date(Date.UTC(2026, 9, this.#below(60), this.#below(24), this.#below(60)))
    this.#told.push(`story ${number} in ${this.#zone}`)
    const hadTrial = this.#random() < 0.5
    this.#happen({ type: 'email-confirmed', trialDays: this.#pick([0, 14]), hadTrial })
  }

  /** Time passes, with its due work, and then an event happens. */
  goOn(): void {
    const days = this.#pick([0, 0, 1 / 24, 1, 3, 9, 20, 31])
    const until = new Date(this.#now.getTime() + 1_000 + days * 86_400_000)
    for (let step = 0; ; step += 1) {
      const timer = nextTimer(this.#state, graceDays)
      if (!timer || timer.at.getTime() > until.getTime()) break
      expect(step, this.#story(`${timer.type} brings nothing further`)).toBeLessThan(100)
      this.#now = new Date(Math.max(this.#now.getTime(), timer.at.getTime()))
      const { type } = timer
      this.#happen(type === 'until-reached' ? { type, users: this.#people } : { type })
    }
    this.#now = until
    this.#vatBasisPoints = this.#pick([0, 1900, 1900, 1900, 1900, 2550])
    const event = this.#something()
    if (event) this.#happen(event)
  }

  #happen(event: BillingEvent): void {
    const decision = decide(this.#state, event, this.#context())
    this.#told.push(
      `${this.#now.toISOString()} ${event.type}: ${decision.ok ? decision.next.status : decision.problem}`,
    )
    if (!decision.ok) return
    if (event.type === 'charge-answered' && event.news === 'succeeded')
      this.#books.paid({ grossCents: event.grossCents })
    if (event.type === 'refunded-elsewhere') {
      const { key, grossCents } = event
      const payment = this.#state.payments.find((one) => one.key === key)
      const credited = ({ creditedNetCents, creditedVatCents }: Payment) =>
        creditedNetCents + creditedVatCents
      const creditedCents = payment ? credited(takenBack(payment, grossCents)) - credited(payment) : 0
      this.#books.entries.push(...booking({ kind: 'returned', amount: { grossCents }, creditedCents }))
    }
    this.#books.decided(decision)
    this.#state = decision.next
    this.#check()
    if (decision.charge) this.#answer(decision.charge)
  }

  #check(): void {
    const { creditCents, payments, licenseCount } = this.#state
    const { balanceCents, keptCents } = this.#books.balance()
    expect(balanceCents, this.#story('kept is invoiced, or held as credit')).toBe(creditCents)
    expect(keptCents, this.#story('no more goes back than came')).toBeGreaterThanOrEqual(0)
    expect(licenseCount, this.#story('an account has a user')).toBeGreaterThanOrEqual(1)
    const { status, until, pausedFrom, pausedUntil, openCharge } = this.#state
    if (pausedUntil || pausedFrom) {
      expect([status, until], this.#story('a pause goes before the next charge')).toEqual([
        'active',
        pausedUntil,
      ])
      expect(Number(pausedFrom), this.#story('a pause has a length')).toBeLessThan(Number(pausedUntil))
      const isCharged = openCharge?.purpose.kind === 'period' && openCharge.purpose.starts === 'at-until'
      const isOn = this.#now.getTime() < Number(pausedUntil)
      expect(isOn && isCharged, this.#story('nothing is charged before the end of a pause')).toBe(false)
    }
    for (const payment of payments)
      expect(isSound(payment), this.#story(`no more of ${payment.key} is corrected than it was`)).toBe(true)
  }

  #answer({ key, grossCents }: NonNullable<Effects['charge']>): void {
    const news = this.#pick([
      ...(['succeeded', 'succeeded', 'succeeded', 'succeeded'] as const),
      ...(['declined-soft', 'declined-hard', 'needs-action'] as const),
    ])
    this.#happen({ type: 'charge-answered', key, news, grossCents })
  }

  #something(): BillingEvent | undefined {
    const type = this.#pick([
      ...(['subscribe', 'subscribe', 'subscribe', 'set-users', 'set-users', 'set-users'] as const),
      ...(['cancel', 'resume', 'refund', 'withdraw', 'update-card', 'redeem-coupon'] as const),
      ...(['assign-prepaid', 'customer-gone', 'declaration-accepted', 'refunded-elsewhere'] as const),
      ...(['charge-answered', 'resume', 'cancel', 'people'] as const),
      ...(['give-days', 'change-grant', 'take-back', 'refund-charge', 'refund-charge'] as const),
      ...(['cancel-for', 'take-over', 'take-over', 'pause', 'pause', 'end-pause'] as const),
    ])
    const card = { method: 'card', provider: 'sandbox' }
    const interval = intervalOf(this.#pick([1, 1, 3, 12]))
    const users = 1 + this.#below(9)
    switch (type) {
      case 'people':
        this.#people = users
        return undefined
      case 'subscribe': {
        const said = { confirmed: true, billingComplete: true, atOnce: this.#random() < 0.5 }
        return { type, interval, plan: oddPlan, users: this.#people, ...card, ...said }
      }
      case 'set-users': {
        const quote = quoteUsers(this.#state, users, this.#context())
        if ('problem' in quote) return undefined
        this.#people = users
        return { type, users, quote }
      }
      case 'resume':
        return { type, users: this.#people }
      case 'update-card':
        return { type, ...card }
      case 'redeem-coupon': {
        const coupon = { code: 'C', licenseCount: users, interval, uses: 0, maxUses: null, validUntil: null }
        return { type, coupon, usedBefore: false }
      }
      case 'assign-prepaid':
        return { type, licenseCount: users, interval }
      case 'take-over': {
        const price = { cents: 1 + this.#below(9_999), kind: this.#pick(['net', 'gross'] as const) }
        return { type, plan: oddPlan, interval, users, price, ...card }
      }
      case 'refund-charge':
        return this.#refunded()
      case 'cancel-for':
        return { type, when: this.#pick(['now', 'end'] as const), at: this.#now }
      case 'pause':
        return { type, months: this.#pick([1, 2, 3] as const) }
      case 'give-days':
        return { type, days: 1 + this.#below(60) }
      case 'change-grant':
        return {
          type,
          licenseCount: users,
          until: new Date(this.#now.getTime() + this.#below(90) * 86_400_000),
        }
      case 'customer-gone':
        return { type, provider: 'sandbox' }
      case 'declaration-accepted': {
        const declaredAt = new Date(this.#now.getTime() - this.#below(60) * 86_400_000)
        const notBefore = new Date(this.#now.getTime() + this.#below(40) * 86_400_000)
        const declared = this.#pick(['ordinary', 'extraordinary', 'withdrawal'] as const)
        return { type, declared, declaredAt, earlier: [], ...(this.#random() < 0.3 && { notBefore }) }
      }
      case 'refunded-elsewhere':
        return this.#givenBack()
      case 'charge-answered': {
        const { openCharge } = this.#state
        if (openCharge?.state !== 'needs-action') return undefined
        const news = this.#pick(['succeeded', 'declined-hard'] as const)
        return { type, key: openCharge.key, news, grossCents: openCharge.dueCents }
      }
      default:
        return { type }
    }
  }

  /** A refund of a part or all of the rest of a charge, as far as its invoice is not corrected. */
  #givenBack(): BillingEvent | undefined {
    const payment = this.#pick(this.#state.payments)
    if (!payment) return undefined
    const { key, amount, creditCents, refundedCents, creditedNetCents, creditedVatCents } = payment
    const money = amount.grossCents - creditCents - refundedCents
    const invoiced = amount.grossCents - creditedNetCents - creditedVatCents
    const grossCents = Math.min(this.#pick([1, 3, 100, money]) ?? 0, money, invoiced)
    return grossCents > 0 ? { type: 'refunded-elsewhere', key, grossCents } : undefined
  }

  /** A refund by the admin, also of more than is left, which is refused. */
  #refunded(): BillingEvent | undefined {
    const { payments, replacedPayments } = this.#state
    const payment = this.#pick([...payments, ...replacedPayments])
    if (!payment) return undefined
    const { cardCents, creditCents } = refundable(payment)
    const goesTo = this.#pick(['card', 'credit'] as const)
    const grossCents = this.#pick([1, 3, 101, cardCents, creditCents, creditCents + 1])
    return grossCents > 0 ? { type: 'refund-charge', key: payment.key, grossCents, goesTo } : undefined
  }

  #context(): BillingContext {
    const world = { now: this.#now, zone: this.#zone, vatBasisPoints: this.#vatBasisPoints }
    return { ...world, serviceMode: 'open', graceDays }
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count)
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)] as T
  }

  #story(rule: string): string {
    return `${rule}\n${this.#told.join('\n')}`
  }
}

function isSound({
  amount,
  creditCents,
  creditedNetCents,
  creditedVatCents,
  refundedCents,
}: Payment): boolean {
  const corrected = [creditedNetCents, creditedVatCents, refundedCents]
  return (
    corrected.every((cents) => cents >= 0) &&
    creditedNetCents <= amount.netCents &&
    creditedVatCents <= amount.vatCents &&
    refundedCents <= amount.grossCents - Math.min(creditCents, 0)
  )
}
