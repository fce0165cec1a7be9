import * as z from 'zod/mini'

/** Valid calendar day, `YYYY-MM-DD`. */
export const Day = z.iso.date()
/** Instant, RFC 3339 in UTC. */
export const Instant = z.iso.datetime()
/** Opaque identifier; never longer than a folder name. */
export const Id = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[\p{L}\p{M}\p{N}._~/-]+$/u))
/** Whole number of seconds, 0 or more. */
export const Seconds = z.int().check(z.nonnegative())
/** Money in whole cents, of either sign, within PostgreSQL's `integer`: 21 million euros. */
export const Cents = z.int().check(z.minimum(-2_147_483_647), z.maximum(2_147_483_647))
/** Number of pieces of each line of an order, in the order of the lines. */
export const Pieces = z.array(z.int().check(z.minimum(0), z.maximum(20))).check(z.maxLength(20))
/** One line of text. No control characters: the database rejects U+0000, mail headers line breaks. */
export const Line = (longest: number) =>
  z.string().check(z.maxLength(longest), z.regex(/^[^\p{Cc}\p{Cs}]*$/u))
/** Several lines of text: no control character but line breaks and tabs. */
export const Text = (longest: number) =>
  z.string().check(z.maxLength(longest), z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u))
/** A secret as typed: any Unicode, kept as it is, but no lone surrogate and no U+0000. */
export const Secret = (longest: number) => z.string().check(z.maxLength(longest), z.regex(/^[^\0\p{Cs}]*$/u))
/** Billing interval: value and unit (day, week, month, year), product.md section 3. */
export const Interval = z.strictObject({
  value: z.int().check(z.positive()),
  unit: z.enum(['d', 'w', 'm', 'y']),
})
/** Page number in a query, from 0. */
export const Page = z.string().check(z.regex(/^\d{1,5}$/))
/** Reply of calls that return no data. */
export const Done = z.strictObject({ status: z.literal('ok') })
/** A reply without a body, whose headers say it all. */
export const Nothing = z.null()
