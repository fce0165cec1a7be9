import { type Amount, amountOf, spread } from '#domain/money.ts'

/**
 * The part of an invoice that a net sum is, out of what no credit note has corrected of one of its rates: the tax of a part is
 * that of its own net sum, rounded once, as its credit note shows it. The last part closes the rest, whatever the parts
 * before it were rounded to, so that all of them make up the invoice. Of nothing there is no tax.
 */
export function creditableNet(left: Amount, netCents: number): Amount {
  const part = Math.max(Math.min(netCents, left.netCents), 0)
  if (part === 0) return { ...left, netCents: 0, vatCents: 0, grossCents: 0 }
  if (part === left.netCents) return left
  const vatCents = Math.min(amountOf(part, left.vatBasisPoints).vatCents, left.vatCents)
  return { ...left, netCents: part, vatCents, grossCents: part + vatCents }
}

/**
 * The part of an invoice that a gross sum is, likewise: the largest net sum with its tax that is not above it. At 19 % there is
 * none for each sixth sum, and the part is a cent less. As much as is left, or more, is the rest.
 */
export function creditablePart(left: Amount, grossCents: number): Amount {
  if (grossCents >= left.grossCents) return left
  const { vatBasisPoints } = left
  const whole = largestNet(vatBasisPoints, Math.max(grossCents, 0))
  // less than the rest leaves a cent of it, so that the tax of the last part has a net sum
  const part = amountOf(Math.max(Math.min(whole, left.netCents - 1), 0), vatBasisPoints)
  if (part.vatCents <= left.vatCents && part.grossCents >= grossCents - 1) return part
  // many small parts have left less tax than the rate says, or more: what is left decides
  const netCents = Math.max(Math.min(Math.max(whole, grossCents - left.vatCents), left.netCents - 1), 0)
  return { netCents, vatBasisPoints, vatCents: grossCents - netCents, grossCents }
}

/**
 * The same of an invoice of several rates: of each by its size. The rates make up for the cents that a net sum with its tax does
 * not reach, so that the parts sum to the gross sum wherever they can.
 */
export function creditableParts(left: readonly Amount[], grossCents: number): readonly Amount[] {
  return sharesOf(left, grossCents).filter((part) => part.grossCents > 0)
}

/** How far the first of several rates moves, so that all of them together reach the sum. */
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
