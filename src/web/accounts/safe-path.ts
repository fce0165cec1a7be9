/**
 * The page that somebody wanted before they had to log in, as a path of this site; undefined for whatever could lead
 * elsewhere (`//evil.test`, `/\evil.test`, `javascript:`, hidden tabs and line breaks).
 */
export function safePath(next: string | null, origin = window.location.origin): string | undefined {
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return undefined
  const url = new URL(next, origin)
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
