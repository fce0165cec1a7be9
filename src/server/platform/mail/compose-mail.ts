import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'

/** A mail as a template says it: a few sentences and one thing to do. All of it is plain text; only line breaks count. */
export type MailContent = {
  readonly language: Language
  readonly subject: string
  readonly greeting: string
  readonly text: string
  /** Facts below the text, above all of money. */
  readonly rows?: readonly MailRow[]
  readonly button: string
  /** Address of the button, always of this site. */
  readonly href: string
  readonly note: string
  /** A film with its poster; only for somebody who agreed to the newsletter (§ 7 UWG). */
  readonly film?: MailFilm
  /** Address at which its reader unsubscribes: of a newsletter. */
  readonly unsubscribe?: string
}

/** What something is, and how much, when or who. Of several sums the one that counts is `strong`. */
export type MailRow = { readonly label: string; readonly value: string; readonly strong?: boolean }

/** A film as a mail shows it. Addresses are whole ones. */
export type MailFilm = {
  readonly title: string
  readonly href: string
  readonly poster?: string
}

/** Who writes, for the last line. */
export type Sender = { readonly productName: string; readonly baseUrl: URL }

/** A message of `src/messages`, or a text put together from several. */
export type Sentence<Facts> = (facts: Facts, options: { locale: Language }) => string

type MailParts<Facts> = {
  /** Who is greeted; left out where the mail must not name anybody. */
  readonly name?: string
  readonly subject: Sentence<Facts>
  readonly text: Sentence<Facts>
  readonly button: Sentence<Facts>
  /** Path of the page that the button opens. */
  readonly page: string
  readonly note: Sentence<Facts>
}

/**
 * Fills in the frame that every mail has: greeting, text, a button, and a note below it. All its sentences are given the
 * same facts, and `product`.
 */
export function composeMail<Facts extends object>(
  { productName, baseUrl }: Sender,
  locale: Language,
  facts: Facts,
  { name = '', subject, text, button, page, note }: MailParts<NoInfer<Facts> & { product: string }>,
): MailContent {
  const said = { ...facts, product: productName }
  return {
    language: locale,
    subject: subject(said, { locale }),
    greeting: greetingOf(name, locale),
    text: text(said, { locale }),
    button: button(said, { locale }),
    href: new URL(page, baseUrl).href,
    note: note(said, { locale }),
  }
}

/**
 * How somebody is greeted. A name is what a stranger typed, and mail programs turn whatever looks like an address into a
 * link: a name that could become one is left out.
 */
function greetingOf(name: string, locale: Language): string {
  const plain = nameInMail(name)
  return plain === undefined
    ? m.mail_greeting_without_name({}, { locale })
    : m.mail_greeting({ name: plain }, { locale })
}

/** A name that is safe to print in a mail; undefined for an empty one, and for one that could become a link there. */
export function nameInMail(name: string): string | undefined {
  const plain = oneLine(name)
  const couldBeLink = /[/\\@:<>[\]]|www|\.\S|\.$/i.test(plain)
  return couldBeLink || plain === '' || plain.length > 60 ? undefined : plain
}

export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
