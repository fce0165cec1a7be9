import { href } from '#contract/pages.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { greetingOf, type Letter, type Sender } from '#server/mail/letter.ts'

/** Tells a user that somebody of the code host can sign in as them now, or no longer, and where to look at it. */
export function codeHostChangedLetter(
  { name, login, linked }: { readonly name: string; readonly login: string; readonly linked: boolean },
  { productName, baseUrl }: Sender,
  locale: Language,
): Letter {
  const text = linked ? m.mail_code_host_linked_text : m.mail_code_host_unlinked_text
  const note = linked ? m.mail_code_host_linked_note : m.mail_code_host_unlinked_note
  return {
    language: locale,
    subject: m.mail_code_host_subject({ product: productName }, { locale }),
    greeting: greetingOf(name, locale),
    text: text({ login, product: productName }, { locale }),
    button: m.mail_code_host_button({}, { locale }),
    href: new URL(href('security'), baseUrl).href,
    note: note({}, { locale }),
  }
}
