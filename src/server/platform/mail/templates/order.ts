import { href } from '#contract/pages.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import {
  composeMail,
  type MailContent,
  type MailRow,
  mailOf,
  type Sender,
} from '#server/platform/mail/compose-mail.ts'
import { attachedText } from './billing.ts'

/** Facts of every mail about an order. Amounts and dates are formatted. */
type OrderFacts = {
  readonly name: string
  readonly number: string
  /** Path of the order's page, with its key. */
  readonly page: string
}

/** Confirms receipt of an order: its items, and how a consumer withdraws from it. */
export function orderPlacedMail(
  {
    name,
    number,
    page,
    rows,
    transfer,
    isConsumer,
  }: OrderFacts & {
    readonly rows: readonly MailRow[]
    /** Instructions for the bank transfer of an order on invoice. */
    readonly transfer: string | undefined
    readonly isConsumer: boolean
  },
  sender: Sender,
  locale: Language,
): MailContent {
  const facts = { number, withdrawal: new URL(href('withdrawContract'), sender.baseUrl).href }
  const content = composeMail(sender, locale, facts, {
    name,
    subject: m.mail_order_placed_subject,
    text: (said, options) =>
      [
        m.mail_order_placed_text(said, options),
        ...(transfer === undefined ? [] : [transfer]),
        ...attachedText(isConsumer ? 'terms-and-withdrawal' : 'terms', locale),
      ].join('\n\n'),
    button: m.mail_order_button,
    page,
    note: isConsumer ? m.mail_order_placed_note : m.mail_order_shipped_note,
  })
  return { ...content, rows }
}

/** The service closes, and unredeemed vouchers are paid back. */
export function vouchersRefundedMail(
  {
    name,
    number,
    page,
    amount,
    byTransfer,
    card,
  }: OrderFacts & {
    readonly amount: string
    readonly byTransfer: boolean
    /** The card that was charged, if known. */
    readonly card: string | undefined
  },
  sender: Sender,
  locale: Language,
): MailContent {
  const facts = { number, amount }
  const content = composeMail(sender, locale, facts, {
    name,
    subject: m.mail_order_refunded_subject,
    text: byTransfer ? m.mail_order_refunded_text_transfer : m.mail_order_refunded_text,
    button: m.mail_order_button,
    page,
    note: m.mail_order_refunded_note,
  })
  const rows = card && [{ label: m.mail_money_refund({ card }, { locale }), value: amount, strong: true }]
  return { ...content, ...(rows && { rows }) }
}

/** Delivers the purchased codes. */
export function vouchersMail(
  {
    name,
    page,
    vouchers,
  }: OrderFacts & { readonly vouchers: readonly { code: string; what: string; day: string }[] },
  sender: Sender,
  locale: Language,
): MailContent {
  const facts = { count: vouchers.length }
  return composeMail(sender, locale, facts, {
    name,
    subject: m.mail_order_vouchers_subject,
    text: (said, options) =>
      [
        m.mail_order_vouchers_text(said, options),
        '',
        ...vouchers.map((voucher) => m.mail_order_voucher(voucher, options)),
      ].join('\n'),
    button: m.mail_order_button,
    page,
    note: m.mail_order_vouchers_note,
  })
}

/** Notifies that an order has shipped. */
export const orderShippedMail = mailOf(
  ({ name, number, page, tracking }: OrderFacts & { readonly tracking: string | undefined }) => ({
    facts: { number, tracking: tracking ?? '' },
    name,
    subject: m.mail_order_shipped_subject,
    text: tracking === undefined ? m.mail_order_shipped_text : m.mail_order_shipped_text_tracked,
    button: m.mail_order_button,
    page,
    note: m.mail_order_shipped_note,
  }),
)

/** Reminds of an overdue order on invoice. */
export function orderReminderMail(
  {
    name,
    number,
    page,
    day,
    transfer,
    isLast,
  }: OrderFacts & {
    readonly day: string
    readonly transfer: string
    readonly isLast: boolean
  },
  sender: Sender,
  locale: Language,
): MailContent {
  const facts = { number, day }
  return composeMail(sender, locale, facts, {
    name,
    subject: isLast ? m.mail_order_last_reminder_subject : m.mail_order_reminder_subject,
    text: (said, options) => [m.mail_order_reminder_text(said, options), '', transfer].join('\n'),
    button: m.mail_order_button,
    page,
    note: m.mail_order_reminder_note,
  })
}

/** Notifies that an order was cancelled, for lack of payment or by the operator. */
export const orderCancelledMail = mailOf(({ name, number }: OrderFacts) => ({
  facts: { number },
  name,
  subject: m.mail_order_cancelled_subject,
  text: m.mail_order_cancelled_text,
  button: m.mail_order_again_button,
  page: href('shop'),
  note: m.mail_order_cancelled_note,
}))
