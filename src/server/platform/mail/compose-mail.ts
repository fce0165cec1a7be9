import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import type { MailWords } from '#server/platform/config/mail-words.ts'

/** The content of a mail: a few sentences and one action, in plain text with line breaks. */
export type MailContent = {
  readonly language: Language
  readonly subject: string
  readonly greeting: string
  readonly text: string
  /** The same as HTML, safe, if it has more than sentences. */
  readonly formatted?: string
  /** Facts below the text, mostly amounts. */
  readonly rows?: readonly MailRow[]
  readonly button: string
  /** Address of the button, always on this site. */
  readonly href: string
  readonly note: string
  /** A video with its poster; only with consent to the newsletter (§ 7 UWG). */
  readonly film?: MailFilm
  /** Absolute address of a picture above the text. */
  readonly picture?: string
  /** Unsubscribe address of a newsletter. */
  readonly unsubscribe?: string
}

/** A label with an amount, date or name. Among several amounts the total is `strong`. */
export type MailRow = { readonly label: string; readonly value: string; readonly strong?: boolean }

/** A video in a mail, with absolute addresses. */
export type MailFilm = {
  readonly title: string
  readonly href: string
  readonly poster?: string
}

/** The sender named in the last line. */
export type Sender = {
  readonly productName: string
  readonly baseUrl: URL
  readonly mailWords?: MailWords | undefined
}

/** A message of `src/messages`, or a text composed of several. */
export type Sentence<Facts> = (facts: Facts, options: { locale: Language }) => string

type MailParts<Facts> = {
  /** The name in the greeting; absent where the mail must not name anyone. */
  readonly name?: string
  readonly subject: Sentence<Facts>
  readonly text: Sentence<Facts>
  readonly button: Sentence<Facts>
  /** Path of the button's page. */
  readonly page: string
  readonly note: Sentence<Facts>
}

/**
 * Composes a mail from the common frame: greeting, text, button, and a note below it. All sentences get the same facts,
 * and `product`.
 */
export function composeMail<Facts extends object>(
  { productName, baseUrl, mailWords }: Sender,
  locale: Language,
  facts: Facts,
  { name = '', subject, text, button, page, note }: MailParts<NoInfer<Facts> & { product: string }>,
): MailContent {
  const said = { ...facts, product: productName }
  return {
    language: locale,
    subject: subject(said, { locale }),
    greeting: greetingOf(name, locale, mailWords),
    text: text(said, { locale }),
    button: button(said, { locale }),
    href: new URL(page, baseUrl).href,
    note: note(said, { locale }),
  }
}

/** Returns the composer of one kind of mail. `of` returns the facts of all its sentences, and its parts. */
export function mailOf<Data, Facts extends object>(
  of: (
    data: Data,
    locale: Language,
  ) => { readonly facts: Facts } & MailParts<NoInfer<Facts> & { product: string }>,
) {
  return (data: Data, sender: Sender, locale: Language): MailContent => {
    const { facts, ...parts } = of(data, locale)
    return composeMail(sender, locale, facts, parts)
  }
}

/**
 * Returns the greeting. Names are untrusted, and mail programs turn anything like an address into a link: a name that
 * could become a link is left out.
 */
function greetingOf(name: string, locale: Language, words: MailWords | undefined): string {
  const plain = nameInMail(name)
  if (plain === undefined) return m.mail_greeting_without_name({}, { locale })
  // not as a pattern of replace(): a name may contain $&
  const own = words?.greeting?.[locale].replace('{{name}}', () => plain)
  return own ?? m.mail_greeting({ name: plain }, { locale })
}

/** Returns a name that is safe in a mail; undefined if empty, or if a mail program could turn it into a link. */
export function nameInMail(name: string): string | undefined {
  const plain = oneLine(name)
  const couldBeLink = /[/\\@:<>[\]]|www|\.\S|\.$/i.test(plain)
  return couldBeLink || plain === '' || plain.length > 60 ? undefined : plain
}

export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
