import type { Correction } from '#contract/billing/admin-corrections.ts'
import { restOfBill } from '#domain/invoices/rest-of-bill.ts'
import { checkVatId, cleanVatId } from '#domain/tax/vat-id.ts'
import type { BilledAccount } from '#server/books/billing/billing.store.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import { book } from '#server/books/billing/charging/ledger.store.ts'
import { hasRightCheckDigits } from '#server/books/billing/vat-id-checksum.ts'
import { vatOfAccount } from '#server/books/billing/vat-of-account.ts'
import { findInvoice, type InvoiceRow, leftOfNumber } from '#server/books/invoices/invoice.store.ts'
import type { InvoiceFacts } from '#server/books/invoices/invoice-facts.ts'
import { issueCreditNote, issueInvoice, recipientKey } from '#server/books/invoices/issue-invoice.ts'
import { refuseUnprintable } from '#server/books/invoices/printable.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

type Wanted = Correction & { readonly kind: 'invoice' }
/** An invoice to be cancelled and issued again for another recipient. */
export type Reissue = {
  readonly invoice: InvoiceRow
  /** What is not credited of it. */
  readonly left: { readonly netCents: number; readonly vatCents: number }
  readonly buyer: ChargeFacts['buyer']
}

/**
 * Decides about another recipient, address or VAT id for an invoice. The tax stays: 409 `tax-would-change` if the VAT id makes
 * the customer owe it, or not any more. 409 `invoice-kept` for a credit note, an order of the shop, an invoice of which nothing
 * is left, such as a replaced one, and for an unchanged recipient; 404 for an invoice of another account; 422 for what cannot
 * be on an invoice.
 */
export async function decideReissue(
  trx: Trx,
  { config }: Pick<Services, 'config'>,
  account: BilledAccount,
  { invoiceId, ...wanted }: Wanted,
): Promise<Reissue | Problem> {
  const invoice = await findInvoice(trx, invoiceId)
  if (invoice?.account_id !== account.id) return new Problem('not-found')
  const { bill, buyer, vat } = invoice.facts as InvoiceFacts
  const left = await leftOfNumber(trx, invoice.number)
  const isOurs = invoice.kind === 'invoice' && 'paidBy' in bill && !('order' in bill)
  if (!isOurs || left.netCents <= 0) return new Problem('invoice-kept')
  const name = wanted.name.trim()
  const address = wanted.address.trim()
  const vatId = cleanVatId(wanted.vatId)
  const fault = await refuse({ name, address, vatId, country: buyer.country })
  if (fault) return fault
  const isSameId = vatId === (buyer.vatId ?? '')
  if (isSameId && name === buyer.name && address === buyer.address) return new Problem('invoice-kept')
  const isBusiness = buyer.business || vatId !== ''
  if (!isSameId) {
    const asked = { ...account, country: buyer.country, vatId: vatId || null, isBusiness }
    const tax = vatOfAccount(config, asked, invoice.created_at)
    const isOwed = tax.reverseCharge && !tax.provisional
    if (vat.reverseCharge ? !isOwed : tax.reverseCharge || tax.unconfirmed)
      return new Problem('tax-would-change')
  }
  const { vatId: _former, ...rest } = buyer
  return { invoice, left, buyer: { ...rest, name, address, business: isBusiness, ...(vatId && { vatId }) } }
}

type Recipient = {
  readonly name: string
  readonly address: string
  readonly vatId: string
  readonly country: string
}

async function refuse({ name, address, vatId, country }: Recipient): Promise<Problem | undefined> {
  if (name === '') return new Problem('invalid', { fields: { name: 'field_name_missing' } })
  if (address === '') return new Problem('invalid', { fields: { address: 'field_billing_address_missing' } })
  if (checkVatId(country, vatId)) return new Problem('invalid', { fields: { vatId: 'field_vat_id_invalid' } })
  if (!(await hasRightCheckDigits(country, vatId)))
    return new Problem('invalid', { fields: { vatId: 'field_vat_id_checksum' } })
  return (await refuseUnprintable('name', name)) ?? (await refuseUnprintable('address', address))
}

/** Cancels what is left of the invoice by a credit note, and issues it again. No money moves. */
export async function reissue(
  trx: Trx,
  services: Services,
  accountId: string,
  { invoice, left, buyer }: Reissue,
): Promise<{ readonly note: string; readonly number: string }> {
  const { bill, vat, replaces } = invoice.facts as InvoiceFacts
  if (!('purpose' in bill) || !('paidBy' in bill))
    throw new Error(`${invoice.number} is no invoice of a subscription`)
  const about = { accountId, chargeId: invoice.charge_id, at: services.clock.now() }
  const grossCents = left.netCents + left.vatCents
  const effectKey = recipientKey(invoice.id)
  const note = await issueCreditNote(trx, services, invoice, { ...left, effectKey, goesTo: 'corrected' })
  await book(
    trx,
    { kind: 'credited', amount: { grossCents } },
    { ...about, document: note.number, subject: effectKey },
  )
  const rest = restOfBill(bill, { ...left, vatBasisPoints: vat.basisPoints, grossCents })
  const { number } = await issueInvoice(trx, services, {
    accountId,
    chargeId: invoice.charge_id,
    bill: rest,
    facts: { vat, buyer },
    again: {
      word: `for ${invoice.number}`,
      instead: invoice.number,
      replaces: {
        number: invoice.number,
        issuedOn: invoice.issued_on,
        firstIssuedOn: replaces?.firstIssuedOn ?? invoice.issued_on,
      },
    },
  })
  await book(
    trx,
    { kind: 'billed', amount: { grossCents } },
    { ...about, document: number, subject: `${effectKey} again` },
  )
  return { note: note.number, number }
}
