import type { HistoryEntry } from '#contract/desk/person.ts'
import { browserNameOf } from '#domain/accounts/browser-name.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import { m } from '#messages/generated/messages.js'
import { auditText } from '#web/front/desk/audit-text.ts'
import { browserWords } from '#web/identity/sessions/browser-words.ts'
import { priceText } from '#web/platform/site/price-text.ts'

/** Says in a sentence what happened. */
export function historyText(entry: HistoryEntry): string {
  return texts[entry.what]({
    ...entry,
    name: entry.name ?? '',
    note: entry.note ?? '',
    amount: priceText(entry.cents ?? 0),
  })
}

type Said = Pick<HistoryEntry, 'state' | 'cents'> & {
  readonly name: string
  readonly note: string
  readonly amount: string
}

const texts: Readonly<Record<HistoryEntry['what'], (said: Said) => string>> = {
  registered: m.history_registered,
  'user-added': m.history_user_added,
  'user-removed': m.history_user_removed,
  'address-confirmed': m.history_address_confirmed,
  'newsletter-on': () => m.history_newsletter_on(),
  'newsletter-off': () => m.history_newsletter_off(),
  'coupon-redeemed': m.history_coupon_redeemed,
  'price-announced': m.history_price_announced,
  'price-agreed': m.history_price_agreed,
  cancellation: m.history_cancellation,
  withdrawal: m.history_withdrawal,
  'logged-in': ({ name, note }) =>
    browserNameOf(note)
      ? m.history_logged_in({ name, browser: browserWords(note) })
      : m.history_logged_in_unknown({ name }),
  'new-browser': m.history_new_browser,
  mail: ({ name, note: subject, state }) => (mails[state ?? ''] ?? mails.waiting)({ name, subject }),
  'charge-succeeded': ({ name, amount }) =>
    name === '' ? m.history_charge_succeeded({ amount }) : m.history_charge_succeeded_card({ name, amount }),
  'charge-declined': ({ note: reason, amount }) =>
    reason === '' ? m.history_charge_declined({ amount }) : m.history_charge_declined_why({ reason, amount }),
  'charge-open': m.history_charge_open,
  refund: ({ state, amount }) => {
    if (state === 'succeeded') return m.history_refund({ amount })
    return state === 'failed' ? m.history_refund_failed({ amount }) : m.history_refund_open({ amount })
  },
  invoice: m.history_invoice,
  'credit-note': m.history_credit_note,
  order: ({ name, amount }) => m.history_order({ name: printedOrderNumber(name), amount }),
  notice: ({ note, cents, amount }) => {
    const kind = noticeText(note)
    return m.history_notice({ kind: cents === null ? kind : `${kind}, ${amount}` })
  },
  audit: ({ name, note }) => m.history_by({ what: auditText(note), name }),
}

type MailText = (said: { name: string; subject: string }) => string
const mails: Readonly<Record<string, MailText>> & { readonly waiting: MailText } = {
  delivered: m.history_mail_delivered,
  waiting: m.history_mail_waiting,
  refused: m.history_mail_refused,
  'given-up': m.history_mail_given_up,
  unknown: m.history_mail_unknown,
}

const notices: Readonly<Record<string, () => string>> = {
  'late-payment': m.notice_late_payment,
  'amount-differs': m.notice_amount_differs,
  'refund-failed': m.notice_refund_failed,
  'transfer-back': m.notice_transfer_back,
  'refund-elsewhere': m.notice_refund_elsewhere,
  'fraud-warning': m.notice_fraud_warning,
  'customer-gone': m.notice_customer_gone,
  'dispute-open': m.notice_dispute_open,
  'dispute-lost': m.notice_dispute_lost,
  'dispute-won': m.notice_dispute_won,
  'charge-unknown': m.notice_charge_unknown,
  'refund-unknown': m.notice_refund_unknown,
  'charge-missing': m.notice_charge_missing,
  'refund-missing': m.notice_refund_missing,
  'charge-unsettled': m.notice_charge_unsettled,
  'refund-unsettled': m.notice_refund_unsettled,
  'charge-refused': m.notice_charge_refused,
  'invoice-incomplete': m.notice_invoice_incomplete,
  'oss-threshold': m.notice_oss_threshold,
}

/** The kind of a notice about a payment in words. */
function noticeText(kind: string): string {
  return notices[kind]?.() ?? kind
}
