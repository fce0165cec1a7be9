/** A stretch of time that is paid for; `until` is no longer part of it. */
export type Period = { readonly from: Date; readonly until: Date }

/**
 * The part of an amount that belongs to what is left of a period at `now`: fraction of the interval remaining times the
 * total (product.md section 9, Prorated amount), in cents, rounded once, half up. Before the period it is all, after it
 * nothing. Give the difference of two prices to charge or credit a change: the same difference up and down at the same
 * moment cancels to the cent, and a later reversal is never worth more than the change.
 * @param cents of the whole period; below zero for a reduction
 * @param end what is left goes up to here, where a subscription ends before what was paid for
 */
export function prorate(cents: number, { from, until }: Period, now: Date, end = until): number {
  const whole = until.getTime() - from.getTime()
  const within = (moment: Date) => Math.min(Math.max(moment.getTime(), from.getTime()), until.getTime())
  const left = within(end) - within(now)
  // nothing is left of a period of no length either
  if (left <= 0) return 0
  // cents times milliseconds of a year are beyond the whole numbers that a double holds
  const numerator = 2n * BigInt(Math.abs(cents)) * BigInt(left) + BigInt(whole)
  return Math.sign(cents) * Number(numerator / (2n * BigInt(whole))) || 0
}
