import { type Interval, intervalsAfter } from '#domain/interval.ts'
import { type ServiceMode, sells } from '#domain/service-mode.ts'
import { type EntitlingSubscription, subscriptionRuns } from '#domain/team/permission.ts'
import { startOfDayAfter } from './billing-period.ts'

/** A subscription that begins without money: by the trial or by a coupon. */
export type NewSubscription = {
  readonly status: 'trial' | 'prepaid'
  readonly until: Date
  readonly licenseCount: number
  /** Users that the grant covers; a trial covers none beyond its one licence. */
  readonly includedLicenses: number
  readonly interval: Interval | null
  readonly couponCode: string | null
}

/**
 * What confirming the owner's contact begins: the coupon given at registration is redeemed, else the trial starts, once
 * per person, if the operator offers one (0 `trialDays` is none). A service that does not sell redeems paid vouchers alone.
 */
export function beginSubscription(registration: {
  readonly now: Date
  readonly serviceMode: ServiceMode
  readonly trialDays: number
  /** IANA time zone of the seller. */
  readonly zone: string
  /** This person had a trial before, under whatever spelling of their address. */
  readonly hadTrial: boolean
  readonly coupon?: RedeemedCoupon | undefined
}): NewSubscription | undefined {
  const { now, serviceMode, trialDays, zone, hadTrial, coupon } = registration
  if (coupon) return isHonoured(coupon, serviceMode) ? redeemCoupon(coupon, now) : undefined
  return hadTrial || trialDays === 0 || !sells(serviceMode) ? undefined : startTrial(now, trialDays, zone)
}

/**
 * A free trial for one user; no card, no price. It runs through the whole day that is `trialDays` after today, to the
 * midnight in the seller's zone that ends it: the day that begins there is the one that every place shows (product.md
 * section 9: "trial contexts show the end one day later").
 */
export function startTrial(now: Date, trialDays: number, zone: string): NewSubscription {
  const until = startOfDayAfter(now, { value: trialDays + 1, unit: 'd' }, zone)
  return { status: 'trial', until, licenseCount: 1, includedLicenses: 0, interval: null, couponCode: null }
}

/** What a coupon grants whoever redeems it. */
export type RedeemedCoupon = {
  readonly code: string
  readonly licenseCount: number
  readonly interval: Interval
  /** A voucher: somebody has paid for it. */
  readonly isPaid?: boolean
}

/** Whether a mode lets a coupon be redeemed: whoever paid for it gets it in every mode, until it is refunded. */
export function isHonoured({ isPaid = false }: Pick<RedeemedCoupon, 'isPaid'>, mode: ServiceMode): boolean {
  return isPaid || sells(mode)
}

/** A coupon's licences, prepaid from `now` for the coupon's interval. */
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
 * The status that people are shown at `now`. A subscription that has run out counts as cancelled from that instant,
 * whether or not the nightly job has written it down yet.
 */
export function statusAt(
  subscription: EntitlingSubscription,
  now: Date,
  graceDays: number,
): EntitlingSubscription['status'] {
  return subscriptionRuns(subscription, now, graceDays) ? subscription.status : 'cancelled'
}

/** An active subscription past its end date is in its grace period: the renewal is late. */
export function isPastDue({ status, until }: EntitlingSubscription, now: Date): boolean {
  return status === 'active' && now.getTime() >= until.getTime()
}
