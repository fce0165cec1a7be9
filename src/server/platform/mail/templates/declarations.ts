import { deskHref } from '#contract/desk/desk-pages.ts'
import { href } from '#contract/pages.ts'
import { localDate } from '#domain/billing/billing-period.ts'
import { formatDay } from '#domain/dates.ts'
import type { Language } from '#domain/language.ts'
import { moneyDay } from '#domain/zone-days.ts'
import { m } from '#messages/generated-mails/messages.js'
import { composeMail, type MailContent, type Sender } from '#server/platform/mail/compose-mail.ts'

/** Facts of a declaration. */
export type DeclarationFacts = {
  readonly kind: 'cancellation' | 'withdrawal'
  readonly receivedAt: Date
  readonly name: string
  readonly email: string
  readonly contract: string | null
  /** The part of the contract that it is about, in the declarer's words; null: all of it. */
  readonly part: string | null
  readonly cancellation: 'ordinary' | 'extraordinary' | null
  readonly reason: string | null
  /** `YYYY-MM-DD`; null: the earliest possible day. */
  readonly endsOn: string | null
  /** IANA time zone of the dates. */
  readonly zone: string
}

type Received = DeclarationFacts & {
  readonly outcome: 'done' | 'waits' | 'operator' | 'order-done' | 'goods-back'
  readonly contractEndsAt: Date | null
  /** The order in question. */
  readonly order?: WithdrawnOrder
}

/** Facts of an order that is withdrawn from. */
export type WithdrawnOrder = {
  /** The order number as printed. */
  readonly number: string
  /** Name and postal address for returned goods. */
  readonly returnTo: string
  /** Part of the order is withdrawn from, not all of it. */
  readonly isPart: boolean
  /** Path of its page with its key; for the buyer only. */
  readonly page: string | undefined
}

/** Confirms a declaration: its content, its time of arrival to the second, and its consequences. */
export function declarationReceivedMail(declared: Received, sender: Sender, locale: Language): MailContent {
  const { kind, name, outcome, receivedAt, contractEndsAt, zone, order } = declared
  const about = sentences[kind]
  const facts = {
    moment: momentOf(receivedAt, zone, locale),
    day: contractEndsAt ? moneyDay(contractEndsAt, zone, locale) : '',
    number: order?.number ?? '',
    seller: order?.returnTo ?? '',
  }
  return composeMail(sender, locale, facts, {
    name,
    subject: about.subject,
    text: (said, options) =>
      [
        about.text(said, options),
        '',
        ...declaredLines(declared, locale, asWords),
        '',
        outcome === 'done' ? about.done(said, options) : textOf(outcome, order)(said, options),
      ].join('\n'),
    button: order?.page === undefined ? m.mail_declaration_button : m.mail_declaration_order_button,
    page: order?.page ?? href('landing'),
    note: order ? m.mail_declaration_order_note : m.mail_declaration_note,
  })
}

/** Notifies the declarer that their declaration is rejected; `answer`: the operator's words. */
export function declarationRejectedMail(
  declared: DeclarationFacts & { readonly answer: string },
  sender: Sender,
  locale: Language,
): MailContent {
  const { kind, name, receivedAt, zone, answer } = declared
  const facts = { moment: momentOf(receivedAt, zone, locale) }
  return composeMail(sender, locale, facts, {
    name,
    subject: sentences[kind].rejectedSubject,
    text: (said, options) =>
      [
        sentences[kind].rejected(said, options),
        '',
        answer.trim(),
        '',
        m.mail_declaration_rejected_declared({}, options),
        ...declaredLines(declared, locale, asWords),
      ].join('\n'),
    button: m.mail_declaration_button,
    page: href('landing'),
    note: m.mail_declaration_rejected_note,
  })
}

/**
 * Forwards a declaration to the operator: its content, whether the address has a contract, or the action for the order.
 */
export function declarationForOperatorMail(
  declared: DeclarationFacts & {
    readonly about:
      | { readonly matched: boolean }
      | { readonly order: 'operator' | 'goods-back'; readonly orderId: string }
  },
  sender: Sender,
  locale: Language,
): MailContent {
  const { kind, receivedAt, zone, about } = declared
  const facts = { moment: momentOf(receivedAt, zone, locale) }
  // a decision is made on the declaration's page, returned goods are entered on the order's
  const orderId = 'order' in about && about.order === 'goods-back' ? about.orderId : undefined
  const toDo = 'order' in about ? orderToDo[about.order] : toDoOf(about)
  return composeMail(sender, locale, facts, {
    subject: sentences[kind].subjectForOperator,
    text: (said, options) =>
      [
        m.mail_declaration_operator_text(said, options),
        '',
        ...declaredLines(declared, locale, (text) => text),
        '',
        toDo({}, options),
      ].join('\n'),
    ...(orderId === undefined
      ? { button: m.mail_declaration_operator_button, page: deskHref('adminDeclarations') }
      : { button: m.mail_declaration_operator_order_button, page: deskHref('adminOrder', { id: orderId }) }),
    note: m.mail_declaration_operator_note,
  })
}

const orderToDo = {
  operator: m.mail_declaration_operator_order,
  'goods-back': m.mail_declaration_operator_goods_back,
} as const

function toDoOf({ matched }: { readonly matched: boolean }) {
  return matched ? m.mail_declaration_operator_matched : m.mail_declaration_operator_unmatched
}

/**
 * Notifies the owner of a contract of a declaration about it. If it is pending, the owner accepts or rejects it on its
 * page. If it was carried out, `notMe` is the token to report that it was not theirs.
 */
export function declarationForOwnerMail(
  declared: DeclarationFacts & {
    readonly id: string
    readonly notMe: string | undefined
    readonly holderKnown: boolean
    readonly refunded: boolean
  },
  sender: Sender,
  locale: Language,
): MailContent {
  const { id, kind, receivedAt, zone, notMe, holderKnown, refunded } = declared
  const facts = { moment: momentOf(receivedAt, zone, locale) }
  const done = refunded ? m.mail_declaration_owner_done_refunded : sentences[kind].doneForOwner
  const waits = holderKnown ? m.mail_declaration_owner_waits_known : m.mail_declaration_owner_waits
  return composeMail(sender, locale, facts, {
    subject: sentences[kind].subjectForOwner,
    text: (said, options) =>
      [
        m.mail_declaration_owner_text(said, options),
        '',
        ...declaredLines(declared, locale, asWords),
        '',
        (notMe === undefined ? waits : done)({}, options),
      ].join('\n'),
    button: notMe === undefined ? m.mail_declaration_owner_decide : m.mail_declaration_owner_not_me,
    // in the fragment, which is sent to no server
    page: notMe === undefined ? href('declaration', { id }) : `${href('notMe')}#${notMe}`,
    note: m.mail_declaration_owner_note,
  })
}

/** The declared facts, one per line. */
function declaredLines(
  { name, email, contract, part, kind, cancellation, reason, endsOn }: DeclarationFacts,
  locale: Language,
  written: (text: string) => string,
): string[] {
  const line = (label: string, value: string | null) => (value === null ? [] : [`${label}: ${value}`])
  return [
    ...line(m.mail_declaration_name({}, { locale }), written(name)),
    ...line(m.mail_declaration_email({}, { locale }), email),
    ...line(m.mail_declaration_contract({}, { locale }), contract && written(contract)),
    ...line(m.mail_declaration_part({}, { locale }), part && written(part)),
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

/** Day, time to the second, and time zone. */
function momentOf(moment: Date, zone: string, locale: Language): string {
  const time = new Intl.DateTimeFormat('de-DE', { timeStyle: 'medium', timeZone: zone }).format(moment)
  return `${formatDay(localDate(moment, zone), locale)}, ${time} (${zone})`
}

/** A stranger's text in a mail to an address of a stranger's choice: it is made unlinkable. */
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
    subjectForOperator: m.mail_declaration_operator_cancellation,
    text: m.mail_declaration_cancellation_text,
    done: m.mail_declaration_cancellation_done,
    rejectedSubject: m.mail_declaration_cancellation_rejected_subject,
    rejected: m.mail_declaration_cancellation_rejected,
    subjectForOwner: m.mail_declaration_owner_cancellation,
    doneForOwner: m.mail_declaration_owner_cancellation_done,
  },
  withdrawal: {
    subject: m.mail_declaration_withdrawal_subject,
    subjectForOperator: m.mail_declaration_operator_withdrawal,
    text: m.mail_declaration_withdrawal_text,
    done: m.mail_declaration_withdrawal_done,
    rejectedSubject: m.mail_declaration_withdrawal_rejected_subject,
    rejected: m.mail_declaration_withdrawal_rejected,
    subjectForOwner: m.mail_declaration_owner_withdrawal,
    doneForOwner: m.mail_declaration_owner_withdrawal_done,
  },
} as const

function textOf(outcome: Exclude<Received['outcome'], 'done'>, order: WithdrawnOrder | undefined) {
  return order?.isPart ? openOfPart[outcome] : open[outcome]
}

const open = {
  waits: m.mail_declaration_waits,
  operator: m.mail_declaration_operator,
  'order-done': m.mail_declaration_order_done,
  'goods-back': m.mail_declaration_order_goods_back,
} as const

const openOfPart = {
  ...open,
  'order-done': m.mail_declaration_order_part_done,
  'goods-back': m.mail_declaration_order_part_goods_back,
} as const
