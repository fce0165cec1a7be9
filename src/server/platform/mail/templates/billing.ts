import { href } from '#contract/pages.ts'
import { printedContractNumber } from '#domain/accounts/contract-number.ts'
import type { MailKind } from '#domain/billing/decision.ts'
import type { Reminder } from '#domain/billing/reminder.ts'
import type { Language } from '#domain/language.ts'
import { moneyDay, placeOfZone } from '#domain/zone-days.ts'
import { m } from '#messages/generated-mails/messages.js'
import {
  composeMail,
  type MailContent,
  type MailRow,
  type Sender,
  type Sentence,
} from '#server/platform/mail/compose-mail.ts'

/** Facts of a mail about a subscription. */
export type BillingMailFacts = {
  readonly kind: MailKind | Reminder['kind']
  readonly name: string
  /** The day in question. */
  readonly until: Date | null
  /** The beginning of the pause. */
  readonly pausedFrom?: Date | null
  /** For unpaid subscriptions: the end of access. */
  readonly accessUntil?: Date | null
  /** For order confirmations: the attachments. */
  readonly attached?: AttachedTexts
  /** When the consumer requested access before the end of the withdrawal period. */
  readonly immediateStartAt?: Date
  /** The amounts. */
  readonly rows?: readonly MailRow[]
  readonly licenseCount: number
  readonly contractNumber: string
  /** IANA time zone of the dates. */
  readonly zone: string
}

type Facts = {
  readonly until: string
  readonly from: string
  readonly end: string
  readonly place: string
  readonly users: string
}

/** The mails about a subscription; their messages are `mail_billing_<kind>_subject` and `…_text`. */
export function billingMail(
  {
    kind,
    name,
    until,
    pausedFrom,
    accessUntil,
    attached,
    immediateStartAt,
    rows,
    licenseCount,
    contractNumber,
    zone,
  }: BillingMailFacts,
  sender: Sender,
  locale: Language,
): MailContent {
  const facts: Facts = {
    until: until ? moneyDay(until, zone, locale) : '',
    from: pausedFrom ? moneyDay(pausedFrom, zone, locale) : '',
    end: accessUntil ? moneyDay(accessUntil, zone, locale) : '',
    place: placeOfZone(zone),
    users: m.mail_billing_users({ count: licenseCount }, { locale }),
  }
  const content = composeMail(sender, locale, facts, {
    name,
    subject: sentenceOf(kind, 'subject'),
    text: (said, options) =>
      [
        sentenceOf(kind, 'text')(said, options),
        ...(immediateStartAt
          ? [m.mail_billing_immediate_start({ day: moneyDay(immediateStartAt, zone, locale) }, options)]
          : []),
        ...attachedText(attached, options.locale),
        m.mail_billing_contract({ number: printedContractNumber(contractNumber) }, options),
      ].join('\n\n'),
    button: pageOf[kind] === 'newPrice' ? m.mail_new_price_button : m.mail_billing_button,
    page: href(pageOf[kind] ?? 'subscription'),
    note: m.mail_billing_note,
  })
  return { ...content, ...(rows && { rows }) }
}

/** The attachments of order mails. */
export type AttachedTexts = 'terms' | 'terms-and-withdrawal'

/** The sentence about the attachments. */
export function attachedText(attached: AttachedTexts | undefined, locale: Language): readonly string[] {
  if (attached === undefined) return []
  return [
    attached === 'terms'
      ? m.mail_terms_attached({}, { locale })
      : m.mail_terms_and_withdrawal_attached({}, { locale }),
  ]
}

function sentenceOf(kind: BillingMailFacts['kind'], part: 'subject' | 'text'): Sentence<Facts> {
  const key = `mail_billing_${kind.replaceAll('-', '_')}_${part}`
  const sentence = (m as unknown as Record<string, Sentence<Facts> | undefined>)[key]
  if (!sentence) throw new Error(`there is no sentence ${key}`)
  return sentence
}

/** The page for the action that a mail asks for; the default is the subscription's details. */
const pageOf: {
  readonly [Kind in BillingMailFacts['kind']]?: 'subscriptionCard' | 'subscriptionPayment' | 'newPrice'
} = {
  'new-price': 'newPrice',
  'new-price-or-end': 'newPrice',
  'new-price-waits': 'newPrice',
  'new-price-or-end-waits': 'newPrice',
  'payment-failed': 'subscriptionCard',
  'payment-refused': 'subscriptionCard',
  'grace-ends': 'subscriptionCard',
  'payment-action-needed': 'subscriptionPayment',
}
