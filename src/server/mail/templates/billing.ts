import { href } from '#contract/pages.ts'
import { printedContractNumber } from '#domain/accounts/contract-number.ts'
import type { MailKind } from '#domain/billing/decision.ts'
import type { Reminder } from '#domain/billing/reminder.ts'
import { moneyDay, placeOfZone } from '#domain/dates.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { composeMail, type MailContent, type Sender, type Sentence } from '#server/mail/compose-mail.ts'

/** What a mail about a subscription names. */
export type BillingMailFacts = {
  readonly kind: MailKind | Reminder['kind']
  readonly name: string
  /** The day that it is about. */
  readonly until: Date | null
  readonly licenseCount: number
  readonly contractNumber: string
  /** IANA zone in which days are shown. */
  readonly zone: string
}

type Facts = { readonly until: string; readonly place: string; readonly users: string }

/** One mail for every stage of a subscription; its sentences are `mail_billing_<kind>_subject` and `…_text`. */
export function billingMail(
  { kind, name, until, licenseCount, contractNumber, zone }: BillingMailFacts,
  sender: Sender,
  locale: Language,
): MailContent {
  const facts: Facts = {
    until: until ? moneyDay(until, zone, locale) : '',
    place: placeOfZone(zone),
    users: m.mail_billing_users({ count: licenseCount }, { locale }),
  }
  return composeMail(sender, locale, facts, {
    name,
    subject: sentenceOf(kind, 'subject'),
    text: (said, options) =>
      [
        sentenceOf(kind, 'text')(said, options),
        m.mail_billing_contract({ number: printedContractNumber(contractNumber) }, options),
      ].join('\n\n'),
    button: m.mail_billing_button,
    page: href(pageOf[kind] ?? 'subscription'),
    note: m.mail_billing_note,
  })
}

function sentenceOf(kind: BillingMailFacts['kind'], part: 'subject' | 'text'): Sentence<Facts> {
  const key = `mail_billing_${kind.replaceAll('-', '_')}_${part}`
  const sentence = (m as unknown as Record<string, Sentence<Facts> | undefined>)[key]
  if (!sentence) throw new Error(`there is no sentence ${key}`)
  return sentence
}

/** The page on which one does what a mail asks for; the others lead to the details of the subscription. */
const pageOf: { readonly [Kind in BillingMailFacts['kind']]?: 'subscriptionCard' | 'subscriptionPayment' } = {
  'payment-failed': 'subscriptionCard',
  'payment-refused': 'subscriptionCard',
  'grace-ends': 'subscriptionCard',
  'payment-action-needed': 'subscriptionPayment',
}
