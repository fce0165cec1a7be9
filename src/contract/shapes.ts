import * as z from 'zod/mini'

/** Calendar day, `YYYY-MM-DD`, a real one. */
export const Day = z.iso.date()
/** Instant, RFC 3339 in UTC. */
export const Instant = z.iso.datetime()
/** Opaque identifier; never longer than a folder name. */
export const Id = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[\p{L}\p{M}\p{N}._~/-]+$/u))
/** Whole number of seconds, 0 or more. */
export const Seconds = z.int().check(z.nonnegative())
/** A sum of money in whole cents, of either sign: as much as the books hold, 21 million euros. */
export const Cents = z.int().check(z.minimum(-2_147_483_647), z.maximum(2_147_483_647))
/** One line of text as a person types it; the database refuses U+0000, a header line breaks. */
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
/** Of a list that comes page by page, as a query says it; the first is 0. */
export const Page = z.string().check(z.regex(/^\d{1,5}$/))
/** The plain "it is done" of calls that return nothing else. */
export const Done = z.strictObject({ status: z.literal('ok') })
