import { type Amount, divideHalfUp } from '#domain/money.ts'

type Part = Pick<Amount, 'netCents' | 'vatCents'>

/** The part of an invoice that so much money is, gross, out of what no credit note has corrected yet; never more than that. */
export function creditablePart(left: Part, grossCents: number): Part {
  const leftCents = left.netCents + left.vatCents
  // mutant `grossCents >= leftCents → grossCents > leftCents`: all of it is all of it
  if (grossCents >= leftCents) return left
  const netCents = divideHalfUp(left.netCents * grossCents, leftCents)
  return { netCents, vatCents: grossCents - netCents }
}
