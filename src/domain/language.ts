/** A language that the product speaks (ISO 639-1). */
export type Language = (typeof languages)[number]

/** English first: it is spoken to those who understand none. */
export const languages = ['en', 'de'] as const

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/**
 * The language to speak to somebody whose browser sent this `Accept-Language` (RFC 9110, 12.5.4): the one of ours that
 * they like best; English where they like none or sent nothing.
 */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  // mutant `'' → 'mutant'`: neither is a language
  const wishes = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((wish) => {
      // mutant `'' → 'mutant'`: neither is a language
      const [range = '', ...parameters] = wish
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
      return { language: range.split('-')[0], quality: Number.isFinite(quality) ? quality : 0 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { language } of wishes) if (isLanguage(language)) return language
  return 'en'
}
