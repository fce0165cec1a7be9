import type { Decision, RefundOrder } from './decision.ts'
import type { BillingEvent } from './subscription-machine.ts'

/** A line of the book in which money is only ever added to: taken, given back, invoiced, credited. Amounts with tax. */
export type LedgerEntry = {
  readonly kind: 'captured' | 'refunded' | 'invoiced' | 'credited'
  /** Above zero. */
  readonly amountCents: number
  readonly vatCents: number
  /** Of the charge. */
  readonly key: string
}

/**
 * What an event and what was decided about it put into the book: what was paid is taken and invoiced, what goes back is given
 * back and credited. Money that nobody waited for is taken and given back, and never invoiced.
 */
export function entriesOf(event: BillingEvent, decision: Decision): LedgerEntry[] {
  if (!decision.ok) return []
  const { bill, refunds = [] } = decision
  const entry = (
    kind: LedgerEntry['kind'],
    { key, amount }: Pick<RefundOrder, 'key' | 'amount'>,
  ): LedgerEntry => ({
    kind,
    amountCents: amount.grossCents,
    vatCents: amount.vatCents,
    key,
  })
  const late = refunds.some(({ reason }) => reason === 'late')
  return [
    ...(bill ? [entry('captured', bill), entry('invoiced', bill)] : []),
    ...(late && event.type === 'charge-answered' ? [entry('captured', event)] : []),
    ...refunds.flatMap((refund) => [
      entry('refunded', refund),
      ...(refund.reason === 'late' ? [] : [entry('credited', refund)]),
    ]),
  ].filter(({ amountCents }) => amountCents > 0)
}

/** The sums of a book. It is right when `differenceCents` is 0: all money that is kept is invoiced, and nothing else is. */
export function ledgerBalance(entries: readonly LedgerEntry[]) {
  const sum = (kind: LedgerEntry['kind']) =>
    entries.reduce((cents, entry) => (entry.kind === kind ? cents + entry.amountCents : cents), 0)
  const keptCents = sum('captured') - sum('refunded')
  const billedCents = sum('invoiced') - sum('credited')
  return { keptCents, billedCents, differenceCents: keptCents - billedCents }
}
