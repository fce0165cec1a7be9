/**
 * Divides integers and rounds once, half up (away from zero for negative ones): the only rounding of money (decisions for
 * product.md section 9). `denominator` is positive.
 */
export function divideHalfUp(numerator: number, denominator: number): number {
  // `|| 0` so that nothing is ever shown as minus zero
  return Math.sign(numerator) * Math.floor((2 * Math.abs(numerator) + denominator) / (2 * denominator)) || 0
}

/**
 * Returns the value added tax on a net amount, in cents. `percent` has at most two decimals: 19 in Germany, 25.5 in
 * Finland.
 */
export function vatOf(netCents: number, percent: number): number {
  return divideHalfUp(netCents * Math.round(percent * 100), 10_000)
}

/** Money with its value added tax, in cents. `vatBasisPoints` are hundredths of a percent: 2550 is 25.5 %. */
export type Amount = {
  readonly netCents: number
  readonly vatBasisPoints: number
  readonly vatCents: number
  readonly grossCents: number
}

/** Adds the tax to a net sum: rounded once, on the sum and not on its parts. Gross is always net plus tax. */
export function amountOf(netCents: number, vatBasisPoints: number): Amount {
  const vatCents = divideHalfUp(netCents * vatBasisPoints, 10_000)
  return { netCents, vatBasisPoints, vatCents, grossCents: netCents + vatCents }
}

/**
 * Splits a sum in proportion to non-negative weights, exact to the cent. No share exceeds its weight unless the sum
 * exceeds all weights together; all are zero if the weights are.
 */
export function spread(cents: number, weights: readonly number[]): readonly number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole === 0) return weights.map(() => 0)
  let weighed = 0
  let given = 0
  return weights.map((weight) => {
    weighed += weight
    // the product of two sums may exceed the exact integers of a double
    const upToHere = Number((BigInt(cents) * BigInt(weighed) * 2n + BigInt(whole)) / (2n * BigInt(whole)))
    const share = upToHere - given
    given = upToHere
    return share
  })
}
