import { href } from '#contract/pages.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { composeMail, type MailContent, type Sender } from '#server/mail/compose-mail.ts'

/** What a mail that brings an invoice, or the credit note of one, names. */
type InvoiceMailFacts = {
  readonly name: string
  readonly number: string
  /** Gross, as it is written. */
  readonly amount: string
  /** Of a credit note: number of the invoice that it corrects. */
  readonly corrects?: string | undefined
}

/** The mail to which an invoice is attached. */
export function invoiceMail(
  { name, number, amount, corrects }: InvoiceMailFacts,
  sender: Sender,
  locale: Language,
): MailContent {
  const facts = { number, amount, corrected: corrects ?? '' }
  const sentences = corrects === undefined ? ofInvoice : ofCreditNote
  return composeMail(sender, locale, facts, {
    name,
    ...sentences,
    button: m.mail_invoice_button,
    page: href('subscription'),
  })
}

const ofInvoice = {
  subject: m.mail_invoice_subject,
  text: m.mail_invoice_text,
  note: m.mail_invoice_paid_note,
}

const ofCreditNote = {
  subject: m.mail_credit_note_subject,
  text: m.mail_credit_note_text,
  note: m.mail_credit_note_note,
}
