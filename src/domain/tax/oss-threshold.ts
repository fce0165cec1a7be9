/**
 * Net sales per calendar year up to which a seller may charge consumers in other EU countries the domestic tax (Art. 59c
 * of Directive 2006/112/EC).
 */
export const ossThresholdCents = 10_000_00

/** Returns the warning level of the threshold: none, 80 % or all of it. */
export function ossLevel(netCents: number): 0 | 80 | 100 {
  if (netCents > ossThresholdCents) return 100
  return netCents * 10 >= ossThresholdCents * 8 ? 80 : 0
}
