import { type PriceMove, planOfNext } from '#domain/billing/new-price/price-move.ts'
import { loweredPrice } from '#domain/coupons/money-off.ts'
import { type Interval, sameInterval } from '#domain/interval.ts'
import { type Amount, divideHalfUp } from '#domain/money.ts'
import { discountFor, intervalPrice, type PricingPlan } from '#domain/pricing.ts'
import type { Period } from '#domain/proration.ts'
import type { EntitlingSubscription } from '#domain/team/permission.ts'
import { type BillingCycle, cycleEnd } from './billing-period.ts'
import type { ChargeProgress } from './charge-machine.ts'

/** `none`: the account never had a subscription. The others are in product.md section 4. */
type BillingStatus = 'none' | EntitlingSubscription['status']

/**
 * The full state of a subscription, as stored. Prices are net, balances gross, in cents. The machine's functions use no
 * clock and no provider: everything that happens arrives as an event.
 */
export type SubscriptionState = {
  readonly status: BillingStatus
  /** End of the entitlement; null for `none`. */
  readonly until: Date | null
  /** Users who may watch: paid and included. */
  readonly licenseCount: number
  /** Users covered by a prepaid grant or a coupon. */
  readonly includedLicenses: number
  readonly includedUntil: Date | null
  /** Code of the running grant's coupon. */
  readonly coupon: string | null
  /** The plan at the time of subscribing; kept when prices change. */
  readonly plan: PricingPlan | null
  /** Interval of the running period. */
  readonly interval: Interval | null
  /** Interval of the next period, where it differs. During a trial or a prepaid grant: of the planned subscription. */
  readonly nextInterval: Interval | null
  readonly provider: string | null
  /** ID of the stored card. */
  readonly method: string | null
  /** Null before the first paid period. */
  readonly cycle: BillingCycle | null
  readonly periodStart: Date | null
  /** Number of the last charged period, over the account's whole life. */
  readonly periodIndex: number
  /** Paid period of this contract: 1 is the first term; 0 before it. */
  readonly term: number
  readonly contractAt: Date | null
  /**
   * Gross. Positive: held for the customer by credit notes, and used for the next invoices. Negative: open amounts below
   * the smallest charge, charged with the next invoice.
   */
  readonly creditCents: number
  /**
   * The pause that follows the running period: paid time ends at `pausedFrom`, and `until` is `pausedUntil`. Both or none;
   * kept until the next period is paid or the subscription ends.
   */
  readonly pausedFrom: Date | null
  readonly pausedUntil: Date | null
  /** Gross, credited in the running period: a refund of the period takes it back. */
  readonly periodCreditCents: number
  /** Not a business: consumer law applies. */
  readonly consumer: boolean
  /** The unsettled charge; at most one. */
  readonly openCharge: OpenCharge | null
  /** Payments for the running period. */
  readonly payments: readonly Payment[]
  /** Payments for the periods replaced by the running one, oldest first. */
  readonly replacedPayments: readonly ReplacedPayment[]
  /** The new price announced to the account holder, until the first renewal that it concerns. */
  readonly move?: PriceMove | undefined
  /** The closing of the service announced to the account holder. */
  readonly toldOfClosing?: string
  /** Incremented by each change. */
  readonly version: number
}

/** The purpose of a charge, which takes effect once it is paid. */
export type ChargePurpose =
  | {
      readonly kind: 'period'
      readonly index: number
      readonly term: number
      /**
       * `when-paid`: the customer waits for it. `at-until`: follows the running period, with or without the customer
       * present. `at-once`: the customer waits; a longer interval from the day of the order, which credits the rest of
       * the running period.
       */
      readonly starts: 'when-paid' | 'at-until' | 'at-once'
      readonly plan: PricingPlan
      readonly interval: Interval
      readonly paidLicenses: number
      /** The cycle including this period. */
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

/**
 * Whether the customer waits for the charge: nothing takes effect before it is paid, and nothing is retried without them.
 */
export function isWaitedFor(purpose: ChargePurpose): boolean {
  // mutant `purpose.kind === 'seats' → false`: users have no other start
  return purpose.kind === 'seats' || purpose.starts !== 'at-until'
}

export type OpenCharge = ChargeProgress & {
  /** Unique per purpose: `period-7`, `seats-13`. */
  readonly key: string
  readonly purpose: ChargePurpose
  /** The invoice amount. */
  readonly amount: Amount
  /** Gross, charged to the card. The rest is taken from the balance when the charge is paid. */
  readonly dueCents: number
}

/** A settled charge. */
export type Payment = {
  /** Days within which it can be refunded on request; absent: 7. */
  readonly refundDays?: number
  readonly key: string
  /** Number of the paid attempt. */
  readonly attempt: number
  readonly kind: ChargePurpose['kind']
  readonly at: Date
  /** As invoiced. */
  readonly amount: Amount
  /** Gross, paid from the balance. Negative: an open amount was charged as well. */
  readonly creditCents: number
  /**
   * Net price of a whole period for the users that this invoice still pays for; all payments sum to the price of the paid
   * users.
   */
  readonly levelCents: number
  readonly paidBefore: number
  readonly paidLicenses: number
  /** `periodCreditCents` of the subscription at the time of payment. */
  readonly periodCreditCents: number
  /** Credited by credit notes. */
  readonly creditedNetCents: number
  readonly creditedVatCents: number
  /** Gross, refunded to the card. */
  readonly refundedCents: number
  /** Its rest was fully refunded, to the card or the balance: nothing of it is paid any more. */
  readonly returned?: true
  /** Gross, an untaxed credit of a former version that lowered this invoice: due again if the period is undone. */
  readonly formerCreditCents?: number
}

/** A payment of a period that a longer one replaced. `contractAt`: of its agreement. */
export type ReplacedPayment = Payment & { readonly contractAt: Date | null }

/** Returns the state of an account that never had a subscription. */
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
    pausedFrom: null,
    pausedUntil: null,
    creditCents: 0,
    periodCreditCents: 0,
    consumer,
    openCharge: null,
    payments: [],
    replacedPayments: [],
    version: 1,
  }
}

/** Returns the payment health of an active subscription; `ok` for any other, and while an order is pending. */
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

/** Whether a renewal is unpaid and the card holder has to act. */
export function isOverdue(state: SubscriptionState): boolean {
  return healthOf(state) === 'past-due' || healthOf(state) === 'action-required'
}

export type SubscriptionHealth = 'ok' | 'past-due' | 'action-required' | 'unknown'

/** Returns the number of paid users, without included ones. */
export function paidLicenses({ licenseCount, includedLicenses }: SubscriptionState): number {
  return licenseCount - includedLicenses
}

/** Returns the plan of the next period: the agreed new one, or the present one, whose coupon counts each paid period. */
export function nextPlan(state: SubscriptionState): PricingPlan | null {
  return planOfNext(state, state.nextInterval ?? state.interval)
}

/** Returns the net price of an interval for the paid users, on the subscription's plan: with its coupon, or as agreed. */
export function priceFor(plan: PricingPlan, users: number, interval: Interval): number {
  const sold = discountFor(plan, interval)
  if (!sold) throw new Error(`${plan.id} is not sold for ${interval.value}${interval.unit}`)
  const { agreed, coupon } = plan
  const isAgreed = agreed && sameInterval(agreed.interval, interval)
  const cents = isAgreed
    ? divideHalfUp(agreed.netCents * users, agreed.users)
    : intervalPrice(plan, users, sold)
  return loweredPrice(cents, coupon, interval)
}

/**
 * Returns the price change of a whole period for other users, net; negative: a reduction. It is limited to what was paid
 * above the new price: removing users while fewer cost more credits nothing.
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

/** Returns the payments with one replaced, of the running period or of those that it replaced. */
export function changePayment(
  { payments, replacedPayments }: SubscriptionState,
  key: string | undefined,
  change: <Kind extends Payment>(payment: Kind) => Kind,
): Pick<SubscriptionState, 'payments' | 'replacedPayments'> {
  const changed = <Kind extends Payment>(payment: Kind) => (payment.key === key ? change(payment) : payment)
  return { payments: payments.map(changed), replacedPayments: replacedPayments.map(changed) }
}

/** Returns the running paid period as charged, even if the subscription ends earlier. */
export function paidPeriod({ cycle, periodStart }: SubscriptionState): Period | undefined {
  // mutant `cycle → true`: there is a cycle where a period has started,
  // mutant `periodStart → true`: and no other
  return cycle && periodStart ? { from: periodStart, until: cycleEnd(cycle) } : undefined
}

/** Returns the end of the paid time, which is before `until` with a pause. */
export function paidUntil({ pausedFrom, until }: SubscriptionState): Date | null {
  return pausedFrom ?? until
}

/** Whether it runs at `now` by its date alone, without grace. */
export function isRunning({ status, until }: SubscriptionState, now: Date): boolean {
  return status !== 'cancelled' && until !== null && now.getTime() < until.getTime()
}
