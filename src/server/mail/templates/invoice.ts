import { href } from '#contract/pages.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { greetingOf, type Letter, type Sender } from '#server/mail/letter.ts'

/** What a letter that brings an invoice, or the credit note of one, names. */
type InvoiceLetterFacts = {
  readonly name: string
  readonly number: string
  /** Gross, as it is written. */
  readonly amount: string
  /** Of a credit note: number of the invoice that it corrects. */
  readonly corrects?: string | undefined
}

/** The letter to which an invoice is attached. */
export function invoiceLetter(
  { name, number, amount, corrects: corrected }: InvoiceLetterFacts,
  { baseUrl }: Sender,
  language: Language,
): Letter {
  const locale = { locale: language }
  const said =
    corrected === undefined
      ? {
          subject: m.mail_invoice_subject({ number }, locale),
          text: m.mail_invoice_text({ number, amount }, locale),
          note: m.mail_invoice_paid_note({}, locale),
        }
      : {
          subject: m.mail_credit_note_subject({ number, corrected }, locale),
          text: m.mail_credit_note_text({ number, amount, corrected }, locale),
          note: m.mail_credit_note_note({}, locale),
        }
  return {
    language,
    ...said,
    greeting: greetingOf(name, language),
    button: m.mail_invoice_button({}, locale),
    href: new URL(href('subscription'), baseUrl).href,
  }
}
