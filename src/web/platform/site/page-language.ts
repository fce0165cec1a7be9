import type { Language } from '#domain/language.ts'
import { getLocale } from '#messages/generated/runtime.js'

/** Returns this page's address in a language, for visitors without a language setting. */
export function addressIn(language: Language, { pathname, search, hash }: Address): string {
  const query = new URLSearchParams(search)
  query.set('lang', language)
  return `${pathname}?${query}${hash}`
}

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>

/**
 * Reloads this page in the chosen language, because its screens are built for one language each. A language in the URL
 * is dropped.
 */
export function openIn(language: Language): void {
  const query = new URLSearchParams(location.search)
  if (query.has('lang')) {
    query.set('lang', language)
    location.search = query.toString()
  } else location.reload()
}

/** After signing in, reloads the page in the account's language, unless the URL asks for one. */
export function followAccount(account: { readonly language: string }): void {
  if (account.language !== getLocale() && !new URLSearchParams(location.search).has('lang')) location.reload()
}
