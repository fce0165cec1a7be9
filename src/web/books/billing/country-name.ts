import { getLocale } from '#messages/generated/runtime.js'

/** Returns a country's name in the language of the screens; `code` is ISO 3166-1, and the fallback. */
export function countryName(code: string): string {
  return new Intl.DisplayNames(getLocale(), { type: 'region' }).of(code) ?? code
}
