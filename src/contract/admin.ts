import * as z from 'zod/mini'
import { CurrentPassword } from './account-sections.ts'
import { Interval, Line } from './shapes.ts'

/** Of an account; the admin may name every one. */
const AccountId = z.uuid()

/** Prepaid licences for an account, confirmed by the admin's own password. */
export const PrepaidGrant = z.strictObject({
  accountId: AccountId,
  password: CurrentPassword,
  licenseCount: z.int().check(z.positive(), z.maximum(100_000)),
  interval: Interval,
})

/** A coupon for an account, confirmed by the admin's own password. */
export const CouponAssignment = z.strictObject({
  accountId: AccountId,
  password: CurrentPassword,
  couponCode: Line(100),
})
