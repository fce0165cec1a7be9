import { href } from '#contract/pages.ts'
import type { GoesTo } from '#domain/invoices/invoice.ts'
import { m } from '#messages/generated-mails/messages.js'
import { mailOf } from '#server/platform/mail/compose-mail.ts'

/** Facts of the mail with an invoice or credit note. */
type InvoiceMailFacts = {
  readonly name: string
  readonly number: string
  /** Gross, formatted. */
  readonly amount: string
  /** Credit notes: number of the corrected invoice. */
  readonly corrects?: string | undefined
  /** Credit notes: the recipient of the amount. */
  readonly goesTo?: GoesTo | undefined
  /** Invoices: partly unpaid. */
  readonly isOpen?: boolean | undefined
  /** Instructions for a bank transfer, if it is paid by one. */
  readonly transfer?: string | undefined
  /** Path of its order; absent for a subscription. */
  readonly page?: string | undefined
}

/** The mail with an invoice attached. */
export const invoiceMail = mailOf(
  ({ name, number, amount, corrects, goesTo, isOpen, page, transfer }: InvoiceMailFacts) => {
    const note = corrects === undefined ? invoiceNote(isOpen, transfer) : creditNote(goesTo)
    const sentences = corrects === undefined ? ofInvoice : ofCreditNote
    return {
      facts: { number, amount, corrected: corrects ?? '' },
      name,
      ...sentences,
      note,
      button: page === undefined ? m.mail_invoice_button : m.mail_order_button,
      page: page ?? href('subscription'),
    }
  },
)

const ofInvoice = {
  subject: m.mail_invoice_subject,
  text: m.mail_invoice_text,
}

const ofCreditNote = {
  subject: m.mail_credit_note_subject,
  text: m.mail_credit_note_text,
}

function invoiceNote(isOpen = false, transfer: string | undefined) {
  if (transfer !== undefined) return () => transfer
  return isOpen ? m.mail_invoice_open_note : m.mail_invoice_paid_note
}

function creditNote(goesTo: InvoiceMailFacts['goesTo']) {
  if (goesTo === 'replacement') return m.invoice_note_replaced
  if (goesTo === 'corrected') return m.invoice_note_recipient_corrected
  if (goesTo === 'unpaid') return m.invoice_note_unpaid
  if (goesTo === 'transfer') return m.invoice_note_transferred
  return goesTo === 'balance' ? m.mail_credit_note_kept : m.mail_credit_note_note
}
