import { href } from '#contract/pages.ts'
import { localDate } from '#domain/billing/billing-period.ts'
import { formatDay } from '#domain/dates.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { greetingOf, type Letter, type Sender } from '#server/mail/letter.ts'

/** What somebody declared. */
export type DeclarationFacts = {
  readonly kind: 'cancellation' | 'withdrawal'
  readonly receivedAt: Date
  readonly name: string
  readonly email: string
  readonly contract: string | null
  readonly cancellation: 'ordinary' | 'extraordinary' | null
  readonly reason: string | null
  /** `YYYY-MM-DD`; null: as soon as possible. */
  readonly endsOn: string | null
  /** IANA zone in which days are told. */
  readonly zone: string
}

type Received = DeclarationFacts & {
  readonly outcome: 'done' | 'waits' | 'operator'
  readonly contractEndsAt: Date | null
}

/** Confirms a declaration: what it said, the day and second at which it arrived, and what follows from it. */
export function declarationReceivedLetter(
  declared: Received,
  { productName, baseUrl }: Sender,
  locale: Language,
): Letter {
  const about = declared.kind === 'cancellation' ? sentences.cancellation : sentences.withdrawal
  const facts = { product: productName, moment: momentOf(declared.receivedAt, declared.zone, locale) }
  const day = declared.contractEndsAt && formatDay(localDate(declared.contractEndsAt, declared.zone), locale)
  return {
    language: locale,
    subject: about.subject(facts, { locale }),
    greeting: greetingOf(declared.name, locale),
    text: [
      about.text(facts, { locale }),
      '',
      ...declaredLines(declared, locale, asWords),
      '',
      declared.outcome === 'done'
        ? about.done({ day: day ?? '' }, { locale })
        : open[declared.outcome]({}, { locale }),
    ].join('\n'),
    button: m.mail_declaration_button({ product: productName }, { locale }),
    href: new URL(href('landing'), baseUrl).href,
    note: m.mail_declaration_note({ product: productName }, { locale }),
  }
}

/** What was declared, a line for each thing. */
export function declaredLines(
  { name, email, contract, kind, cancellation, reason, endsOn }: DeclarationFacts,
  locale: Language,
  written: (text: string) => string,
): string[] {
  const line = (label: string, value: string | null) => (value === null ? [] : [`${label}: ${value}`])
  return [
    ...line(m.mail_declaration_name({}, { locale }), written(name)),
    ...line(m.mail_declaration_email({}, { locale }), email),
    ...line(m.mail_declaration_contract({}, { locale }), contract && written(contract)),
    ...line(
      m.mail_declaration_kind({}, { locale }),
      cancellation &&
        (cancellation === 'ordinary' ? m.mail_declaration_ordinary : m.mail_declaration_extraordinary)(
          {},
          { locale },
        ),
    ),
    ...line(m.mail_declaration_reason({}, { locale }), reason && written(reason)),
    ...(kind === 'withdrawal'
      ? []
      : line(
          m.mail_declaration_ends({}, { locale }),
          endsOn === null ? m.mail_declaration_soonest({}, { locale }) : formatDay(endsOn, locale),
        )),
  ]
}

/** Day, time to the second, and the zone in which that is meant. */
export function momentOf(moment: Date, zone: string, locale: Language): string {
  const time = new Intl.DateTimeFormat('de-DE', { timeStyle: 'medium', timeZone: zone }).format(moment)
  return `${formatDay(localDate(moment, zone), locale)}, ${time} (${zone})`
}

/** A stranger's words in a mail to an address that a stranger typed: nothing in them can become a link. */
function asWords(text: string): string {
  return text
    .replace(/[.:/\\@](?=\S)/g, (sign) => `${sign} `)
    .replace(/\bwww\b/gi, 'w w w')
    .replace(/\s+/g, ' ')
    .slice(0, 500)
    .trim()
}

const sentences = {
  cancellation: {
    subject: m.mail_declaration_cancellation_subject,
    text: m.mail_declaration_cancellation_text,
    done: m.mail_declaration_cancellation_done,
  },
  withdrawal: {
    subject: m.mail_declaration_withdrawal_subject,
    text: m.mail_declaration_withdrawal_text,
    done: m.mail_declaration_withdrawal_done,
  },
} as const

const open = { waits: m.mail_declaration_waits, operator: m.mail_declaration_operator } as const
