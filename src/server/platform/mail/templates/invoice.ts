import { href } from '#contract/pages.ts'
import type { GoesTo } from '#domain/invoices/invoice.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { composeMail, type MailContent, type Sender } from '#server/platform/mail/compose-mail.ts'

/** What a mail that brings an invoice, or the credit note of one, names. */
type InvoiceMailFacts = {
  readonly name: string
  readonly number: string
  /** Gross, as it is written. */
  readonly amount: string
  /** Of a credit note: number of the invoice that it corrects. */
  readonly corrects?: string | undefined
  /** Of a credit note: where its amount goes. */
  readonly goesTo?: GoesTo | undefined
  /** Of an invoice: a part of it is still open. */
  readonly isOpen?: boolean | undefined
  /** What to transfer and where to, where that is how it is paid. */
  readonly transfer?: string | undefined
  /** Path of the order that it is for; absent: of a subscription. */
  readonly page?: string | undefined
}

/** The mail to which an invoice is attached. */
export function invoiceMail(
  { name, number, amount, corrects, goesTo, isOpen, page, transfer }: InvoiceMailFacts,
  sender: Sender,
  locale: Language,
): MailContent {
  const facts = { number, amount, corrected: corrects ?? '' }
  const note = corrects === undefined ? invoiceNote(isOpen, transfer) : creditNote(goesTo)
  const sentences = corrects === undefined ? ofInvoice : ofCreditNote
  return composeMail(sender, locale, facts, {
    name,
    ...sentences,
    note,
    button: page === undefined ? m.mail_invoice_button : m.mail_order_button,
    page: page ?? href('subscription'),
  })
}

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
  if (goesTo === 'unpaid') return m.invoice_note_unpaid
  if (goesTo === 'transfer') return m.invoice_note_transferred
  return goesTo === 'balance' ? m.mail_credit_note_kept : m.mail_credit_note_note
}
