import type { Language } from '#domain/language.ts'

/** The operator's words in all mails. */
export type MailWords = {
  /** To somebody whose name is known, at the place of `{{name}}`. */
  readonly greeting?: Readonly<Record<Language, string>> | undefined
  /** Lines above the last one. */
  readonly signature?: Readonly<Record<Language, string>> | undefined
}
