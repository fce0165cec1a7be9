/** The result of matching an address with the path of a page. */
export type Match = {
  /** The decoded text of each `:name`; as typed if it is not valid percent-encoding. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** The decoded parts matched by a `*` at the end; may be empty. */
  readonly rest: readonly string[]
  /** The canonical address, if fixed words differ in case or slashes are doubled; begins with one slash. */
  readonly spelling?: string
}

type PageTable = Readonly<Record<string, { readonly path: string }>>

/**
 * Returns the page of an address without its query, of the pages of a table; undefined for an unknown address. Server
 * and browser router both use it.
 */
export function findPage<Pages extends PageTable>(
  pathname: string,
  pages: Pages,
): ({ readonly name: keyof Pages & string } & Match) | undefined {
  for (const [name, { path }] of Object.entries(pages)) {
    const match = matchPath(path, pathname)
    if (match) return { name, ...match }
  }
  return undefined
}

/**
 * Matches an address with the path of a page (`/content/video/:id`, `/content/category/*`, or `*` for any address);
 * returns undefined if they differ. A trailing slash is ignored. Parameters stay as typed.
 */
export function matchPath(path: string, pathname: string): Match | undefined {
  if (path === '*') return { params: {}, rest: [] }
  const words = partsOf(path.replace('/*', ''))
  const parts = partsOf(pathname)
  if (path.endsWith('/*') ? parts.length < words.length : parts.length !== words.length) return undefined
  const params: Record<string, string> = {}
  const spelled = [...parts]
  let isMisspelled = pathname.includes('//')
  for (const [index, word] of words.entries()) {
    const part = decoded(parts[index])
    if (word.startsWith(':')) params[word.slice(1)] = part
    else if (part.toLowerCase() === word) {
      isMisspelled ||= part !== word
      spelled[index] = word
    } else return undefined
  }
  const rest = parts.slice(words.length).map(decoded)
  return { params, rest, ...(isMisspelled && { spelling: `/${spelled.join('/')}` }) }
}

/** The non-empty parts between slashes. */
function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}

/** Decodes a part of an address; returns it unchanged if it is not valid percent-encoding. */
export function decoded(text = ''): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
