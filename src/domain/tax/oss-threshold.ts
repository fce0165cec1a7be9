/** Net sales a calendar year up to which a seller may charge consumers elsewhere in the EU their own tax (Art. 59c of Directive 2006/112/EC). */
export const ossThresholdCents = 10_000_00

/** How much of the threshold is reached, as far as somebody has to be warned of it: nothing, 80 % or all of it. */
export function ossLevel(netCents: number): 0 | 80 | 100 {
  if (netCents > ossThresholdCents) return 100
  return netCents * 10 >= ossThresholdCents * 8 ? 80 : 0
}
