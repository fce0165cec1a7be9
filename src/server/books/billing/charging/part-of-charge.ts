import type { Kysely, Transaction } from 'kysely'
import { creditableParts } from '#domain/invoices/creditable-part.ts'
import type { InvoiceDocument } from '#domain/invoices/invoice.ts'
import type { Amount } from '#domain/money.ts'
import { creditNotesOf, findInvoiceOfCharge } from '#server/books/invoices/invoice.store.ts'
import { writtenInvoice } from '#server/books/invoices/invoice-facts.ts'
import type { CreditedPart } from '#server/books/invoices/issue-invoice.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { ChargeRow } from './charging.store.ts'
import { creditsOnTheWay, onTheWayBack } from './refund.store.ts'

/**
 * What the credit note of so much money of a charge says, gross, out of what its invoice has left; refunds that are on their
 * way have taken theirs. The last of the card's money closes an invoice that the balance has not paid in part. The caller has
 * locked the charge. Nothing where there is no invoice.
 *
 * @param within what of the rest the money is for; all of it, unless it is told
 */
export async function partOfCharge(
  trx: Transaction<Tables>,
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

/** What no credit note has corrected of the invoice of a charge, by rate; refunds on their way have taken theirs. */
export async function leftOfInvoice(db: Kysely<Tables>, chargeId: string): Promise<readonly Amount[]> {
  return (await invoiceWithLeft(db, chargeId))?.left ?? []
}

async function invoiceWithLeft(
  db: Kysely<Tables>,
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

/** By rate; what has been credited without its rate is of the one rate that there is. */
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

/** In part; an order on invoice is paid by the transfer that it awaits. */
function isPaidByBalance({ paidBy: { creditCents, openCents }, transfer }: InvoiceDocument): boolean {
  return !transfer && creditCents + openCents > 0
}
