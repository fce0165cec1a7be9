import { type Amount, amountOf, spread } from '#domain/money.ts'

/**
 * Returns the credit of a net sum out of the uncredited rest of one of an invoice's rates. Its tax is computed on its own
 * net sum and rounded once, as on the credit note. The last credit takes the whole rest, however the earlier ones were
 * rounded, so that all together equal the invoice. A net sum of 0 has no tax.
 */
export function creditableNet(left: Amount, netCents: number): Amount {
  const part = Math.max(Math.min(netCents, left.netCents), 0)
  if (part === 0) return { ...left, netCents: 0, vatCents: 0, grossCents: 0 }
  if (part === left.netCents) return left
  const vatCents = Math.min(amountOf(part, left.vatBasisPoints).vatCents, left.vatCents)
  return { ...left, netCents: part, vatCents, grossCents: part + vatCents }
}

/**
 * Likewise for a gross sum: returns the largest net sum whose gross does not exceed it. At 19 % every sixth gross sum has
 * no exact net sum, and the credit is a cent less. The rest, or more, gives the whole rest.
 */
export function creditablePart(left: Amount, grossCents: number): Amount {
  if (grossCents >= left.grossCents) return left
  const { vatBasisPoints } = left
  const whole = largestNet(vatBasisPoints, Math.max(grossCents, 0))
  // leaves one cent of a rest, so that the last tax has a net sum
  const part = amountOf(Math.max(Math.min(whole, left.netCents - 1), 0), vatBasisPoints)
  if (part.vatCents <= left.vatCents && part.grossCents >= grossCents - 1) return part
  // many small credits leave less or more tax than the rate says: the rest decides
  const netCents = Math.max(Math.min(Math.max(whole, grossCents - left.vatCents), left.netCents - 1), 0)
  return { netCents, vatBasisPoints, vatCents: grossCents - netCents, grossCents }
}

/**
 * Likewise for an invoice with several rates: each in proportion. The rates compensate for gross sums without an exact
 * net sum, so that the parts sum to the gross sum wherever possible.
 */
export function creditableParts(left: readonly Amount[], grossCents: number): readonly Amount[] {
  return sharesOf(left, grossCents).filter((part) => part.grossCents > 0)
}

/** Offsets of the first rate, tried until all rates together reach the sum. */
const shifts = [0, -1, 1, -2, 2, -3, 3]

function sharesOf(left: readonly Amount[], grossCents: number): readonly Amount[] {
  const [first, ...others] = left
  if (!first) return []
  const sizes = left.map((amount) => amount.grossCents)
  const share = Number(spread(Math.min(grossCents, sumOf(left)), sizes)[0])
  const moved = others.length === 0 ? [0] : shifts
  const tries = moved.map((shift) => {
    const part = creditablePart(first, others.length === 0 ? grossCents : share + shift)
    return [part, ...sharesOf(others, grossCents - part.grossCents)]
  })
  return tries.find((parts) => sumOf(parts) === grossCents) ?? tries[0] ?? []
}

function largestNet(vatBasisPoints: number, grossCents: number): number {
  let netCents = Math.floor((grossCents * 10_000) / (10_000 + vatBasisPoints)) + 1
  while (amountOf(netCents, vatBasisPoints).grossCents > grossCents) netCents -= 1
  return netCents
}

function sumOf(amounts: readonly Amount[]): number {
  return amounts.reduce((sum, { grossCents }) => sum + grossCents, 0)
}
