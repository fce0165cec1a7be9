import { href } from '#contract/pages.ts'
import { browserNameOf } from '#domain/accounts/browser-name.ts'
import { formatDay } from '#domain/dates.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { composeMail, type MailContent, type Sender } from '#server/mail/compose-mail.ts'

type SignInFacts = {
  readonly name: string
  readonly at: Date
  /** Whatever the browser sent: only names that we know get into the mail. */
  readonly userAgent: string | null
  readonly network: string
}

/** Tells somebody that they, or somebody else, have signed in from a browser that was not seen before. */
export function newBrowserMail(
  { name, at, userAgent, network }: SignInFacts,
  sender: Sender,
  locale: Language,
): MailContent {
  const instant = at.toISOString()
  const time = `${formatDay(instant.slice(0, 10), locale)}, ${instant.slice(11, 16)} UTC`
  const facts = { browser: shownBrowser(userAgent, locale), time, network }
  return composeMail(sender, locale, facts, {
    name,
    subject: m.mail_new_browser_subject,
    text: m.mail_new_browser_text,
    button: m.mail_new_browser_button,
    page: href('security'),
    note: m.mail_new_browser_note,
  })
}

function shownBrowser(userAgent: string | null, locale: Language): string {
  const named = browserNameOf(userAgent)
  if (!named) return m.browser_unknown({}, { locale })
  const { browser, system } = named
  return system === undefined ? browser : m.browser_on_system({ browser, system }, { locale })
}
