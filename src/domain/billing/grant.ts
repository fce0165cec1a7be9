import { type CouponLimits, isRedeemable } from '#domain/coupons/coupon.ts'
import { type Interval, intervalsAfter } from '#domain/interval.ts'
import { whyNotSold } from '#domain/service-mode.ts'
import { localDate } from './billing-period.ts'
import { isInFlight } from './charge-machine.ts'
import { type BillingContext, type Decision, decided, refused, unchanged } from './decision.ts'
import { voided } from './ending.ts'
import { isExtended } from './renewal.ts'
import { isRunning, paidLicenses, type SubscriptionState } from './state.ts'
import { beginSubscription, isHonoured, type RedeemedCoupon } from './subscription.ts'

/** The owner's email is confirmed. */
export type EmailConfirmedEvent = {
  readonly type: 'email-confirmed'
  readonly trialDays: number
  readonly hadTrial: boolean
  /** Entered at registration, and reserved for this account since. */
  readonly coupon?: RedeemedCoupon | undefined
}

/** Begins the coupon's grant, or the trial, when the owner's email is first confirmed. */
export function confirmEmail(
  state: SubscriptionState,
  event: EmailConfirmedEvent,
  { now, serviceMode, zone }: BillingContext,
): Decision {
  if (state.status !== 'none') return unchanged(state)
  const { trialDays, hadTrial, coupon } = event
  const begun = beginSubscription({ now, serviceMode, trialDays, zone, hadTrial, coupon })
  if (!begun) return unchanged(state)
  const { couponCode, ...fields } = begun
  const prepaid = begun.status === 'prepaid'
  return decided(
    state,
    { ...fields, coupon: couponCode, includedUntil: prepaid ? begun.until : null },
    { mails: [prepaid ? 'coupon-redeemed' : 'trial-started'] },
  )
}

/** The admin assigns prepaid licences (product.md section 2, Admin screens). */
export type AssignPrepaidEvent = {
  readonly type: 'assign-prepaid'
  readonly licenseCount: number
  readonly interval: Interval
}

/** Adds prepaid licences to the running time; refused during a trial or an active subscription. */
export function assignPrepaid(
  state: SubscriptionState,
  { licenseCount, interval }: AssignPrepaidEvent,
  { now, serviceMode }: BillingContext,
): Decision {
  const { status, openCharge, until } = state
  const notSold = whyNotSold(serviceMode)
  if (notSold) return refused(notSold)
  // an expired trial without a successor has ended, even before the job has recorded it
  const tried = status === 'trial' && (isRunning(state, now) || isExtended(state, { serviceMode }))
  if (tried || status === 'active') return refused('already-subscribed')
  if (openCharge && isInFlight(openCharge.state)) return refused('charge-in-flight')
  // mutant `until → true`: what runs has an end
  const granted = intervalsAfter(isRunning(state, now) && until ? until : now, interval)
  return decided(
    state,
    {
      ...grantOf(licenseCount, granted, interval),
      // a cancelled customer is not charged after the grant
      ...(status !== 'prepaid' && { ...withoutPeriod, coupon: null, nextInterval: null }),
      openCharge: null,
    },
    { ...voided(openCharge), mails: ['prepaid-assigned'] },
  )
}

/** The operator moves a customer in who has paid elsewhere for the time until `until`. */
export type MoveInEvent = { readonly type: 'move-in'; readonly licenseCount: number; readonly until: Date }

/**
 * Begins a grant for the time that a customer brings along, without a mail; only for an account that never had a
 * subscription. 409 `grant-over` for an end that has passed, else as `assignPrepaid`.
 */
export function moveIn(
  state: SubscriptionState,
  { licenseCount, until }: MoveInEvent,
  { now, serviceMode }: BillingContext,
): Decision {
  const notSold = whyNotSold(serviceMode)
  if (notSold) return refused(notSold)
  if (state.status !== 'none') return refused('already-subscribed')
  const days = Math.ceil((until.getTime() - now.getTime()) / 86_400_000)
  if (days <= 0) return refused('grant-over')
  return decided(state, grantOf(licenseCount, until, { value: days, unit: 'd' }))
}

export type RedeemCouponEvent = {
  readonly type: 'redeem-coupon'
  readonly coupon: RedeemedCoupon & CouponLimits
  /** This account has redeemed the coupon before. */
  readonly usedBefore: boolean
}

/**
 * Redeems a coupon. Beside a paid subscription its users are included until its time is over; otherwise it is a prepaid
 * grant. A running grant loses nothing: the longer time and the larger number apply. Nor does a running trial: the coupon
 * is used at once, and its time begins when the trial ends. Never charges or credits. 409 `subscription-paused` with a pause.
 */
export function redeem(
  state: SubscriptionState,
  event: RedeemCouponEvent,
  context: BillingContext,
): Decision {
  const { coupon, usedBefore } = event
  const { now, serviceMode, zone } = context
  const notSold = whyNotSold(serviceMode)
  if (notSold && !isHonoured(coupon, serviceMode)) return refused(notSold)
  const running = state.includedUntil !== null && now.getTime() < state.includedUntil.getTime()
  if (state.coupon !== null && running) return refused('coupon-running')
  if (usedBefore) return refused('coupon-used')
  // its time would pass in the pause
  if (state.pausedUntil && now.getTime() < state.pausedUntil.getTime()) return refused('subscription-paused')
  const today = localDate(now, zone)
  if (!isRedeemable({ ...coupon, maxUses: null }, today)) return refused('coupon-expired')
  if (!isRedeemable(coupon, today)) return refused('coupon-used-up')
  // only a trial can be cancelled without a paid period
  const isTrial = state.status === 'trial' || (state.status === 'pending-expiry' && state.cycle === null)
  const triedUntil = isTrial && isRunning(state, now) ? state.until : null
  const granted = intervalsAfter(triedUntil ?? now, coupon.interval)
  // mutant `0 → 1`: a coupon includes one user at least
  const before = triedUntil ? state.licenseCount : running ? state.includedLicenses : 0
  const included = Math.max(coupon.licenseCount, before)
  const mails = ['coupon-redeemed'] as const
  if (state.status === 'active' || (state.cycle !== null && isRunning(state, now))) {
    const grant = {
      licenseCount: paidLicenses(state) + included,
      includedLicenses: included,
      includedUntil: later(granted, state.includedUntil),
    }
    return decided(state, { ...grant, coupon: coupon.code }, { mails })
  }
  if (state.openCharge && isInFlight(state.openCharge.state)) return refused('charge-in-flight')
  const until = later(granted, state.until)
  const grant = { ...grantOf(included, until, coupon.interval), coupon: coupon.code }
  if (state.status !== 'pending-expiry') return decided(state, grant, { mails })
  // a cancelled subscription leaves no remainder, even before the job has recorded its end
  return decided(
    state,
    { ...grant, ...withoutPeriod, nextInterval: null, openCharge: null },
    { ...voided(state.openCharge), mails },
  )
}

/** Ends the users included in a paid subscription. They are not charged without an order. */
export function endIncluded(state: SubscriptionState, { now }: BillingContext): Decision {
  const { status, includedUntil, includedLicenses, licenseCount } = state
  const beside = status === 'active' || status === 'pending-expiry'
  if (!beside || !includedUntil || now.getTime() < includedUntil.getTime()) return unchanged(state)
  return decided(
    state,
    { licenseCount: licenseCount - includedLicenses, includedLicenses: 0, includedUntil: null, coupon: null },
    { mails: ['included-ended'] },
  )
}

function grantOf(licenses: number, until: Date, interval: Interval): Partial<SubscriptionState> {
  return {
    status: 'prepaid',
    until,
    licenseCount: licenses,
    includedLicenses: licenses,
    includedUntil: until,
    interval,
  }
}

function later(one: Date, other: Date | null): Date {
  return new Date(Math.max(one.getTime(), Number(other)))
}

const withoutPeriod = {
  cycle: null,
  periodStart: null,
  term: 0,
  contractAt: null,
  payments: [],
  replacedPayments: [],
  periodCreditCents: 0,
} as const
