/** A paid stretch of time; `until` is exclusive. */
export type Period = { readonly from: Date; readonly until: Date }

/**
 * Returns the share of an amount for the rest of a period at `now`: fraction of the interval remaining times the total
 * (product.md section 9, Prorated amount), in cents, rounded once, half up. Before the period it is all, after it zero.
 * Pass the difference of two prices to charge or credit a change: the same difference up and down at the same moment
 * cancels exactly, and a later reversal never exceeds the change.
 * @param cents of the whole period; negative for a reduction
 * @param end end of the rest, if the subscription ends before its paid period
 */
export function prorate(cents: number, { from, until }: Period, now: Date, end = until): number {
  const whole = until.getTime() - from.getTime()
  const within = (moment: Date) => Math.min(Math.max(moment.getTime(), from.getTime()), until.getTime())
  const left = within(end) - within(now)
  // also for a period of length zero
  if (left <= 0) return 0
  // cents times the milliseconds of a year exceed the exact integers of a double
  const numerator = 2n * BigInt(Math.abs(cents)) * BigInt(left) + BigInt(whole)
  return Math.sign(cents) * Number(numerator / (2n * BigInt(whole))) || 0
}
