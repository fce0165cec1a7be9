import { creditableParts } from '#domain/invoices/creditable-part.ts'
import type { InvoiceDocument } from '#domain/invoices/invoice.ts'
import type { Amount } from '#domain/money.ts'
import { creditNotesOf, findInvoiceOfCharge } from '#server/books/invoices/invoice.store.ts'
import { writtenInvoice } from '#server/books/invoices/invoice-facts.ts'
import type { CreditedPart } from '#server/books/invoices/issue-invoice.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import type { ChargeRow } from './charging.store.ts'
import { creditsOnTheWay, onTheWayBack } from './refund.store.ts'

/**
 * Returns the credit note's part for a gross amount of a charge, taken from what is left of its invoice after pending
 * refunds. The last of the card's money closes an invoice that the balance has not paid in part. The caller has locked
 * the charge. Zero without an invoice.
 *
 * @param within the part of the rest that the amount is for; by default all of it
 */
export async function partOfCharge(
  trx: Trx,
  charge: ChargeRow,
  grossCents: number,
  within: (left: readonly Amount[]) => readonly Amount[] = (left) => left,
): Promise<CreditedPart> {
  const invoice = await invoiceWithLeft(trx, charge.id)
  if (!invoice) return { netCents: 0, vatCents: 0 }
  const { document, left } = invoice
  const backCents = charge.refunded_cents + (await onTheWayBack(trx, charge.id)) + grossCents
  const isLast = backCents >= charge.gross_cents && !isPaidByBalance(document)
  const taxes = isLast ? left : creditableParts(within(left), grossCents)
  return {
    netCents: taxes.reduce((sum, { netCents }) => sum + netCents, 0),
    vatCents: taxes.reduce((sum, { vatCents }) => sum + vatCents, 0),
    ...(document.taxes && { taxes }),
  }
}

/** Returns what is not credited of a charge's invoice, by rate, after pending refunds. */
export async function leftOfInvoice(db: Db, chargeId: string): Promise<readonly Amount[]> {
  return (await invoiceWithLeft(db, chargeId))?.left ?? []
}

async function invoiceWithLeft(
  db: Db,
  chargeId: string,
): Promise<{ document: InvoiceDocument; left: readonly Amount[] } | undefined> {
  const invoice = await findInvoiceOfCharge(db, chargeId)
  if (!invoice) return undefined
  const { document } = writtenInvoice(invoice)
  const notes = (await creditNotesOf(db, invoice.number)).map((row) => writtenInvoice(row).document)
  const left = leftOf(document, [
    ...notes.flatMap((note) => (note.taxes ?? [note.total]).map(reversed)),
    ...(await creditsOnTheWay(db, chargeId)).flatMap(({ taxes, ...sum }): readonly Sum[] => taxes ?? [sum]),
  ])
  return { document, left }
}

type Sum = Pick<Amount, 'netCents' | 'vatCents'> & Partial<Pick<Amount, 'vatBasisPoints'>>

/** By rate; credits without a rate belong to the invoice's only one. */
function leftOf({ taxes, total }: InvoiceDocument, credited: readonly Sum[]): readonly Amount[] {
  return (taxes ?? [total]).flatMap((tax) => {
    const of = credited.filter(({ vatBasisPoints }) => !taxes || vatBasisPoints === tax.vatBasisPoints)
    const netCents = of.reduce((cents, one) => cents - one.netCents, tax.netCents)
    const vatCents = of.reduce((cents, one) => cents - one.vatCents, tax.vatCents)
    const grossCents = netCents + vatCents
    return grossCents > 0 ? [{ ...tax, netCents, vatCents, grossCents }] : []
  })
}

function reversed({ netCents, vatCents, vatBasisPoints }: Amount): Sum {
  return { netCents: -netCents, vatCents: -vatCents, vatBasisPoints }
}

/** Paid in part by the balance; an order on invoice is paid by the awaited transfer. */
function isPaidByBalance({ paidBy: { creditCents, openCents }, transfer }: InvoiceDocument): boolean {
  return !transfer && creditCents + openCents > 0
}
