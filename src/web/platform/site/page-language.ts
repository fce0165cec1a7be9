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
 * Loads this page again in a language that was chosen, and so is remembered; its screens came in one language alone.
 * What the address asked for so far no longer holds.
 */
export function openIn(language: Language): void {
  const query = new URLSearchParams(location.search)
  if (query.has('lang')) {
    query.set('lang', language)
    location.search = query.toString()
  } else location.reload()
}

/** After signing in: loads the page again where the account speaks another language and the address asks for none. */
export function followAccount(account: { readonly language: string }): void {
  if (account.language !== getLocale() && !new URLSearchParams(location.search).has('lang')) location.reload()
}
