/** Net sales to consumers in other EU countries, in cents, up to which the seller's own tax may be charged (EU-wide). */
const ossThresholdCents = 10_000_00

/**
 * Where a seller stands: `above` once this or the last calendar year's sales to consumers elsewhere in the EU passed
 * 10,000 EUR net, from when on their countries' tax is due (One Stop Shop); `near` from 80 % of it.
 */
export function ossState(thisYearCents: number, lastYearCents: number): 'below' | 'near' | 'above' {
  if (Math.max(thisYearCents, lastYearCents) > ossThresholdCents) return 'above'
  return thisYearCents * 10 >= ossThresholdCents * 8 ? 'near' : 'below'
}
