import { getLocale } from '#messages/generated/runtime.js'

/** A country by its name in the language of the screens; `code` is ISO 3166-1, and what has no name keeps it. */
export function countryName(code: string): string {
  return new Intl.DisplayNames(getLocale(), { type: 'region' }).of(code) ?? code
}
