import type { Interval } from '#domain/interval.ts'
import type { Amount } from '#domain/money.ts'
import { discountFor, intervalPrice, type PricingPlan } from '#domain/pricing.ts'
import type { Period } from '#domain/proration.ts'
import type { EntitlingSubscription } from '#domain/team/permission.ts'
import { type BillingCycle, cycleEnd } from './billing-period.ts'
import type { ChargeProgress } from './charge-machine.ts'

/** `none`: the account never had a subscription. The others are product.md section 4's. */
type BillingStatus = 'none' | EntitlingSubscription['status']

/**
 * The full state of a subscription; plain data, as it is stored. Prices are net, balances gross, in cents. The machine's
 * functions never consult a clock or a provider: what happened arrives as an event.
 */
export type SubscriptionState = {
  readonly status: BillingStatus
  /** Up to when it entitles; null for `none`. */
  readonly until: Date | null
  /** Users that may watch: the paid and the included ones. */
  readonly licenseCount: number
  /** Users that a prepaid grant or a coupon covers. */
  readonly includedLicenses: number
  readonly includedUntil: Date | null
  /** Code of the coupon whose grant runs. */
  readonly coupon: string | null
  /** The plan as it was when it was subscribed to; it is kept when prices change. */
  readonly plan: PricingPlan | null
  /** What the running period was paid or granted for. */
  readonly interval: Interval | null
  /** What the next is paid for, where it differs; after a trial or a prepaid grant: what was chosen to follow. */
  readonly nextInterval: Interval | null
  readonly provider: string | null
  /** Stored card. */
  readonly method: string | null
  /** Null before the first paid period. */
  readonly cycle: BillingCycle | null
  readonly periodStart: Date | null
  /** Number of the last period that a charge was made for, over the whole life of the account. */
  readonly periodIndex: number
  /** Which paid period of this contract runs: 1 is the first term; 0 before it. */
  readonly term: number
  readonly contractAt: Date | null
  /**
   * Gross: what we hold for the customer, by credit notes, and use for their next invoices. Below zero: what is open of
   * invoices too small to be charged alone; it is charged with the next.
   */
  readonly creditCents: number
  /** Gross, credited in the running period: a refund of the period takes it back. */
  readonly periodCreditCents: number
  /** Not a business: consumer law holds. */
  readonly consumer: boolean
  /** The charge that is not settled; at most one. */
  readonly openCharge: OpenCharge | null
  /** What was paid for the running period. */
  readonly payments: readonly Payment[]
  /** What was paid for the periods that the running one took the place of at once, oldest first. */
  readonly replacedPayments: readonly ReplacedPayment[]
  /** The closing of the service that the account holder was told of. */
  readonly toldOfClosing?: string
  /** One more with each change. */
  readonly version: number
}

/** What a charge is for, and what takes effect once it is paid. */
export type ChargePurpose =
  | {
      readonly kind: 'period'
      readonly index: number
      readonly term: number
      /**
       * `when-paid`: the customer waits for it. `at-until`: it follows the running period, with or without the customer
       * present. `at-once`: the customer waits for it as well; a longer interval, from the day of the order on, which
       * credits the rest of the running period.
       */
      readonly starts: 'when-paid' | 'at-until' | 'at-once'
      readonly plan: PricingPlan
      readonly interval: Interval
      readonly paidLicenses: number
      /** The cycle with this period. */
      readonly cycle: BillingCycle
      readonly from: Date
      readonly until: Date
      readonly priceCents: number
    }
  | {
      readonly kind: 'seats'
      readonly paidBefore: number
      readonly paidLicenses: number
      readonly from: Date
      readonly until: Date
      readonly priceCents: number
    }

/** The customer is present: nothing takes effect before it is paid, and nothing is retried without them. */
export function isWaitedFor(purpose: ChargePurpose): boolean {
  // mutant `purpose.kind === 'seats' → false`: users have no other start
  return purpose.kind === 'seats' || purpose.starts !== 'at-until'
}

export type OpenCharge = ChargeProgress & {
  /** Once for each purpose: `period-7`, `seats-13`. */
  readonly key: string
  readonly purpose: ChargePurpose
  /** What will be invoiced: the price with its tax. */
  readonly amount: Amount
  /** Gross, taken from the card. The rest is taken from the balance when it is paid. */
  readonly dueCents: number
}

/** A settled charge. */
export type Payment = {
  readonly key: string
  /** Number of the attempt that was paid. */
  readonly attempt: number
  readonly kind: ChargePurpose['kind']
  readonly at: Date
  /** As invoiced. */
  readonly amount: Amount
  /** Gross, the part that the balance paid; below zero: what was open of before was charged as well. */
  readonly creditCents: number
  /** Net price of a whole period for what this invoice still pays for; the sum of all is the price of the paid users. */
  readonly levelCents: number
  readonly paidBefore: number
  readonly paidLicenses: number
  /** `periodCreditCents` of the subscription when it was paid. */
  readonly periodCreditCents: number
  /** Corrected by credit notes. */
  readonly creditedNetCents: number
  readonly creditedVatCents: number
  /** Gross, given back to the card. */
  readonly refundedCents: number
  /** All that was left of it went back, to the card or onto the balance: what it bought is gone. */
  readonly returned?: true
  /** Gross, a credit of before balances had a tax, which lowered this invoice: it is due again if the period is undone. */
  readonly formerCreditCents?: number
}

/** A payment of a period that a longer one took the place of. `contractAt`: of the agreement that it was paid under. */
export type ReplacedPayment = Payment & { readonly contractAt: Date | null }

/** An account that never had a subscription. */
export function noSubscription(consumer: boolean): SubscriptionState {
  return {
    status: 'none',
    until: null,
    licenseCount: 1,
    includedLicenses: 0,
    includedUntil: null,
    coupon: null,
    plan: null,
    interval: null,
    nextInterval: null,
    provider: null,
    method: null,
    cycle: null,
    periodStart: null,
    periodIndex: 0,
    term: 0,
    contractAt: null,
    creditCents: 0,
    periodCreditCents: 0,
    consumer,
    openCharge: null,
    payments: [],
    replacedPayments: [],
    version: 1,
  }
}

/** The payment health of an active subscription; any other is always `ok`, and so is one with an order that waits. */
export function healthOf({ status, openCharge }: SubscriptionState): SubscriptionHealth {
  if (status !== 'active' || !openCharge || isWaitedFor(openCharge.purpose)) return 'ok'
  switch (openCharge.state) {
    // mutant `'declined' → ''`: what was declined says when
    case 'declined':
    case 'created':
      return 'past-due'
    case 'needs-action':
      return 'action-required'
    case 'processing':
    case 'unknown':
      return 'unknown'
    default:
      return openCharge.firstDeclinedAt === null ? 'ok' : 'past-due'
  }
}

/** A renewal is unpaid, and it is the card holder's turn. */
export function isOverdue(state: SubscriptionState): boolean {
  return healthOf(state) === 'past-due' || healthOf(state) === 'action-required'
}

export type SubscriptionHealth = 'ok' | 'past-due' | 'action-required' | 'unknown'

/** Users that are paid for: the included ones are not. */
export function paidLicenses({ licenseCount, includedLicenses }: SubscriptionState): number {
  return licenseCount - includedLicenses
}

/** Net price of an interval for so many paid users, on the plan of the subscription. */
export function priceFor(plan: PricingPlan, users: number, interval: Interval): number {
  const sold = discountFor(plan, interval)
  if (!sold) throw new Error(`${plan.id} is not sold for ${interval.value}${interval.unit}`)
  return intervalPrice(plan, users, sold)
}

/**
 * By how much a whole period costs more for other users, net; below zero: less. It is lowered by no more than was paid above
 * the new price: users who left while fewer cost more left for nothing.
 */
export function priceChange(
  { payments }: SubscriptionState,
  users: {
    readonly plan: PricingPlan
    readonly interval: Interval
    readonly before: number
    readonly after: number
  },
): number {
  const { plan, interval, before, after } = users
  const price = priceFor(plan, after, interval)
  const change = price - priceFor(plan, before, interval)
  const paidCents = payments.reduce((sum, { levelCents }) => sum + levelCents, 0)
  return change > 0 ? change : Math.min(Math.max(change, price - paidCents), 0)
}

/** The payments with one of them changed, which paid for the running period or one that it took the place of. */
export function changePayment(
  { payments, replacedPayments }: SubscriptionState,
  key: string | undefined,
  change: <Kind extends Payment>(payment: Kind) => Kind,
): Pick<SubscriptionState, 'payments' | 'replacedPayments'> {
  const changed = <Kind extends Payment>(payment: Kind) => (payment.key === key ? change(payment) : payment)
  return { payments: payments.map(changed), replacedPayments: replacedPayments.map(changed) }
}

/** The running paid period as it was paid for, also where the subscription ends before its end. */
export function paidPeriod({ cycle, periodStart }: SubscriptionState): Period | undefined {
  // mutant `cycle → true`: there is a cycle where a period has started,
  // mutant `periodStart → true`: and no other
  return cycle && periodStart ? { from: periodStart, until: cycleEnd(cycle) } : undefined
}

/** Whether it still runs at `now` by its date alone, without grace. */
export function isRunning({ status, until }: SubscriptionState, now: Date): boolean {
  return status !== 'cancelled' && until !== null && now.getTime() < until.getTime()
}
