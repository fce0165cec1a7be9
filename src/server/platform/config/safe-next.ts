import type { Config } from './config.ts'

/** Returns the requested page as a path of this site; undefined for an address that could lead to another site. */
export function safeNext(next: string | undefined, { baseUrl }: Pick<Config, 'baseUrl'>): string | undefined {
  if (!next?.startsWith('/')) return undefined
  const address = URL.parse(next, baseUrl.origin)
  if (!address || address.origin !== baseUrl.origin || address.pathname.startsWith('//')) return undefined
  return address.pathname + address.search + address.hash
}
