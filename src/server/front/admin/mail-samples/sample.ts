import type { Language } from '#domain/language.ts'
import type { MailContent } from '#server/platform/mail/compose-mail.ts'
import type { Services } from '#server/platform/services/services.ts'

/** The site whose name, address and zone a sample has. */
export type SampleSite = Pick<Services['config'], 'productName' | 'baseUrl' | 'seller'>

/** A mail with invented data. */
export type Sample = (site: SampleSite, language: Language) => MailContent

/** The samples of a mail by variant; `usual` where it has one alone. */
export type Variants = Readonly<Record<string, Sample>>

/** The mails of a module, which are its functions with names in `Mail`: one without a sample is a type error. */
export type SamplesOf<Module> = Readonly<Record<Extract<keyof Module, `${string}Mail`>, Variants>>

/** Invented facts. */
export const invented = {
  name: 'Ada Lovelace',
  manager: 'Grace Hopper',
  email: 'ada@example.org',
  code: 'sample',
  id: '00000000-0000-4000-8000-000000000000',
  contract: '123456789012',
  at: new Date('2027-01-10T11:00:00Z'),
  day: '2027-01-10',
} as const

/** Variants that differ in one word. */
export function variants<Word extends string>(
  words: Readonly<Record<Word, true>>,
  sampleOf: (word: Word) => Sample,
): Variants {
  return Object.fromEntries((Object.keys(words) as Word[]).map((word) => [word, sampleOf(word)]))
}
