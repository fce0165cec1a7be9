import { deskHref } from '#contract/desk/desk-pages.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import {
  composeMail,
  type MailContent,
  type Sender,
  type Sentence,
} from '#server/platform/mail/compose-mail.ts'

/** What waits at the desk, by the kinds of its first page. */
type Waiting = { readonly kind: keyof typeof lines; readonly count: number }

/** Tells the admin what waits at the desk: a line for each kind with its number, without names. */
export function todayMail(
  { name, waiting }: { readonly name: string; readonly waiting: readonly Waiting[] },
  sender: Sender,
  locale: Language,
): MailContent {
  const facts = { count: waiting.reduce((sum, { count }) => sum + count, 0) }
  return composeMail(sender, locale, facts, {
    name,
    subject: m.mail_today_subject,
    text: (said, options) =>
      [
        m.mail_today_text(said, options),
        '',
        ...waiting.map(({ kind, count }) => lines[kind]({ count }, options)),
      ].join('\n'),
    button: m.mail_today_button,
    page: deskHref('admin'),
    note: m.mail_today_note,
  })
}

const lines = {
  charge: m.mail_today_charge,
  dispute: m.mail_today_dispute,
  declaration: m.mail_today_declaration,
  objection: m.mail_today_objection,
  mail: m.mail_today_mail,
  'video-refused': m.mail_today_video_refused,
  'video-waiting': m.mail_today_video_waiting,
} satisfies Readonly<Record<string, Sentence<{ readonly count: number }>>>
