import { getLocale } from '#messages/generated/runtime.js'

/** Returns a country's name in the page's language. `code`: ISO 3166-1; also the fallback. */
export function countryName(code: string): string {
  return new Intl.DisplayNames(getLocale(), { type: 'region' }).of(code) ?? code
}
