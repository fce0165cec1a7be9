/** A supported language (ISO 639-1). */
export type Language = (typeof languages)[number]

/** English first: it is the fallback. */
export const languages = ['en', 'de'] as const

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/**
 * Returns the supported language that an `Accept-Language` header prefers (RFC 9110, 12.5.4); English without a match.
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
