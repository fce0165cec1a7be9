import type { Config } from './config.ts'

/** The page that somebody wanted, as a path of this site; undefined for whatever could lead elsewhere. */
export function safeNext(next: string | undefined, { baseUrl }: Pick<Config, 'baseUrl'>): string | undefined {
  if (!next?.startsWith('/')) return undefined
  const address = URL.parse(next, baseUrl.origin)
  if (!address || address.origin !== baseUrl.origin || address.pathname.startsWith('//')) return undefined
  return address.pathname + address.search + address.hash
}
