import { href } from '#contract/pages.ts'
import { localDate } from '#domain/billing/billing-period.ts'
import type { MailKind } from '#domain/billing/decision.ts'
import type { Reminder } from '#domain/billing/reminder.ts'
import { formatDay } from '#domain/dates.ts'
import type { Language } from '#domain/language.ts'
import * as messages from '#messages/generated-mails/messages.js'
import { greetingOf, type Letter, type Sender } from '#server/mail/letter.ts'

/** What a letter about a subscription names. */
export type BillingLetterFacts = {
  readonly kind: MailKind | Reminder['kind']
  readonly name: string
  /** The day that it is about. */
  readonly until: Date | null
  readonly licenseCount: number
  /** IANA zone in which days are told. */
  readonly zone: string
}

type Sentence = (inputs: { until: string; users: string }, options: { locale: Language }) => string

/** One letter for every stage of a subscription; its sentences are `mail_billing_<kind>_subject` and `…_text`. */
export function billingLetter(
  { kind, name, until, licenseCount, zone }: BillingLetterFacts,
  { baseUrl }: Sender,
  locale: Language,
): Letter {
  const { m } = messages
  const sentence = (part: 'subject' | 'text') => {
    const key = `mail_billing_${kind.replaceAll('-', '_')}_${part}`
    const said = (m as unknown as Record<string, Sentence | undefined>)[key]
    if (!said) throw new Error(`there is no sentence ${key}`)
    return said(
      {
        until: until ? formatDay(localDate(until, zone), locale) : '',
        users: m.mail_billing_users({ count: licenseCount }, { locale }),
      },
      { locale },
    )
  }
  return {
    language: locale,
    subject: sentence('subject'),
    greeting: greetingOf(name, locale),
    text: sentence('text'),
    button: m.mail_billing_button({}, { locale }),
    href: new URL(href(pageOf[kind] ?? 'subscription'), baseUrl).href,
    note: m.mail_billing_note({}, { locale }),
  }
}

/** The page on which one does what a letter asks for; the others lead to the details of the subscription. */
const pageOf: { readonly [Kind in BillingLetterFacts['kind']]?: 'subscriptionCard' | 'subscriptionPayment' } =
  {
    'payment-failed': 'subscriptionCard',
    'payment-refused': 'subscriptionCard',
    'grace-ends': 'subscriptionCard',
    'payment-action-needed': 'subscriptionPayment',
  }
