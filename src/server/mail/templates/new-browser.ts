import { href } from '#contract/pages.ts'
import { browserNameOf } from '#domain/accounts/browser-name.ts'
import { formatDay } from '#domain/dates.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { greetingOf, type Letter, type Sender } from '#server/mail/letter.ts'

type Facts = {
  readonly name: string
  readonly at: Date
  /** Whatever the browser said: only names of ours get into the mail. */
  readonly userAgent: string | null
  readonly network: string
}

/** Tells somebody that they, or somebody else, have signed in in a browser that was not seen before. */
export function newBrowserLetter(
  { name, at, userAgent, network }: Facts,
  { productName, baseUrl }: Sender,
  locale: Language,
): Letter {
  const instant = at.toISOString()
  const time = `${formatDay(instant.slice(0, 10), locale)}, ${instant.slice(11, 16)} UTC`
  return {
    language: locale,
    subject: m.mail_new_browser_subject({ product: productName }, { locale }),
    greeting: greetingOf(name, locale),
    text: m.mail_new_browser_text(
      { product: productName, browser: browserWords(userAgent, locale), time, network },
      { locale },
    ),
    button: m.mail_new_browser_button({}, { locale }),
    href: new URL(href('security'), baseUrl).href,
    note: m.mail_new_browser_note({}, { locale }),
  }
}

function browserWords(userAgent: string | null, locale: Language): string {
  const named = browserNameOf(userAgent)
  if (!named) return m.browser_unknown({}, { locale })
  const { browser, system } = named
  return system === undefined ? browser : m.browser_on_system({ browser, system }, { locale })
}
