import { deskHref } from '#contract/desk/desk-pages.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { composeMail, type MailContent, oneLine, type Sender } from '#server/platform/mail/compose-mail.ts'

export type ListedNotice = {
  readonly kind: string
  readonly accountId: string | null
  readonly amountCents: number | null
  readonly reason: string | null
  readonly notedAt: Date
}

/** Notifies the operator of payments to review: one line each, as in the log; docs/billing.md explains the kinds. */
export function paymentNoticesMail(
  { count, listed }: { count: number; listed: readonly ListedNotice[] },
  sender: Sender,
  locale: Language,
): MailContent {
  const lines = listed.map(lineOf)
  const facts = { count }
  return composeMail(sender, locale, facts, {
    subject: m.mail_payment_notices_subject,
    text: (said, options) => [m.mail_payment_notices_text(said, options), '', ...lines].join('\n'),
    button: m.mail_payment_notices_button,
    page: deskHref('adminAccounts'),
    note: m.mail_payment_notices_note,
  })
}

function lineOf({ kind, accountId, amountCents, reason, notedAt }: ListedNotice): string {
  const parts = [
    notedAt.toISOString(),
    kind,
    amountCents === null ? '' : `${(amountCents / 100).toFixed(2)} EUR`,
    accountId ?? '',
    oneLine(reason ?? '').slice(0, 200),
  ]
  return parts.filter((part) => part !== '').join(', ')
}
