import { type Interval, intervalsAfter } from '#domain/interval.ts'
import { type ServiceMode, sells } from '#domain/service-mode.ts'
import { type EntitlingSubscription, subscriptionRuns } from '#domain/team/permission.ts'
import { startOfDayAfter } from './billing-period.ts'

/** A subscription that begins without payment: a trial or a coupon's grant. */
export type NewSubscription = {
  readonly status: 'trial' | 'prepaid'
  readonly until: Date
  readonly licenseCount: number
  /** Users covered by the grant; a trial covers none beyond its one licence. */
  readonly includedLicenses: number
  readonly interval: Interval | null
  readonly couponCode: string | null
}

/**
 * Returns what confirming the owner's contact begins: the coupon given at registration, otherwise a trial, once per
 * person and if the operator offers one (0 `trialDays`: none). While the service sells nothing, only paid vouchers are
 * redeemed.
 */
export function beginSubscription(registration: {
  readonly now: Date
  readonly serviceMode: ServiceMode
  readonly trialDays: number
  /** IANA time zone of the seller. */
  readonly zone: string
  /** This person had a trial before, under any spelling of their address. */
  readonly hadTrial: boolean
  readonly coupon?: RedeemedCoupon | undefined
}): NewSubscription | undefined {
  const { now, serviceMode, trialDays, zone, hadTrial, coupon } = registration
  if (coupon) return isHonoured(coupon, serviceMode) ? redeemCoupon(coupon, now) : undefined
  return hadTrial || trialDays === 0 || !sells(serviceMode) ? undefined : startTrial(now, trialDays, zone)
}

/**
 * Returns a free trial for one user; no card, no price. It runs through the whole day that is `trialDays` after today, to
 * the midnight in the seller's zone that ends it. The day that begins there is the one shown everywhere (product.md
 * section 9: "trial contexts show the end one day later").
 */
export function startTrial(now: Date, trialDays: number, zone: string): NewSubscription {
  const until = startOfDayAfter(now, { value: trialDays + 1, unit: 'd' }, zone)
  return { status: 'trial', until, licenseCount: 1, includedLicenses: 0, interval: null, couponCode: null }
}

/** What a coupon grants. */
export type RedeemedCoupon = {
  readonly code: string
  readonly licenseCount: number
  readonly interval: Interval
  /** A voucher that was bought. */
  readonly isPaid?: boolean
}

/** Whether a mode lets a coupon be redeemed: a bought voucher always can be, until it is refunded. */
export function isHonoured({ isPaid = false }: Pick<RedeemedCoupon, 'isPaid'>, mode: ServiceMode): boolean {
  return isPaid || sells(mode)
}

/** Returns a coupon's licences, prepaid from `now` for the coupon's interval. */
export function redeemCoupon(coupon: RedeemedCoupon, now: Date): NewSubscription {
  return {
    status: 'prepaid',
    until: intervalsAfter(now, coupon.interval),
    licenseCount: coupon.licenseCount,
    includedLicenses: coupon.licenseCount,
    interval: coupon.interval,
    couponCode: coupon.code,
  }
}

/**
 * Returns the status shown at `now`. A subscription past its end counts as cancelled at once, even before the nightly job
 * has recorded it.
 */
export function statusAt(
  subscription: EntitlingSubscription,
  now: Date,
  graceDays: number,
): EntitlingSubscription['status'] {
  return subscriptionRuns(subscription, now, graceDays) ? subscription.status : 'cancelled'
}

/** Whether an active subscription is in its grace period: past its end with a late renewal. */
export function isPastDue({ status, until }: EntitlingSubscription, now: Date): boolean {
  return status === 'active' && now.getTime() >= until.getTime()
}
