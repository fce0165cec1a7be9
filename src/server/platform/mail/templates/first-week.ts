import { href } from '#contract/pages.ts'
import type { FirstWeekStep } from '#domain/accounts/first-week.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import {
  composeMail,
  type MailContent,
  type MailFilm,
  type Sender,
} from '#server/platform/mail/compose-mail.ts'

type FirstWeekFacts = {
  readonly step: FirstWeekStep
  readonly name: string
  /** Title of the last watched video. */
  readonly watched: string | undefined
  /** The next video; undefined if all are watched. */
  readonly film: MailFilm | undefined
  readonly unsubscribe: string
}

/** A mail of the first week: a text, the last watched video and the next one. Only with consent to the newsletter. */
export function firstWeekMail(
  { step, name, watched, film, unsubscribe }: FirstWeekFacts,
  sender: Sender,
  locale: Language,
): MailContent {
  const { subject, text } = sentences[step]
  const content = composeMail(
    sender,
    locale,
    { title: watched ?? '' },
    {
      name,
      subject,
      text: (facts, options) =>
        [
          text(facts, options),
          watched === undefined
            ? m.mail_first_week_nothing({}, options)
            : m.mail_first_week_watched(facts, options),
          ...(film
            ? [
                watched === undefined
                  ? m.mail_first_week_first({}, options)
                  : m.mail_first_week_next({}, options),
              ]
            : []),
        ].join('\n\n'),
      button: film ? m.mail_first_week_watch : m.mail_first_week_browse,
      page: href('content'),
      note: m.mail_first_week_note,
    },
  )
  return { ...content, ...(film && { film, href: film.href }), unsubscribe }
}

const sentences = {
  begin: { subject: m.mail_first_week_begin_subject, text: m.mail_first_week_begin_text },
  habits: { subject: m.mail_first_week_habits_subject, text: m.mail_first_week_habits_text },
  more: { subject: m.mail_first_week_more_subject, text: m.mail_first_week_more_text },
} as const
