import { type PageName, pages } from './pages.ts'

/** What the path of a page finds in an address. */
export type Match = {
  /** The decoded text of each `:name`; as typed where it cannot be decoded. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** The decoded parts in place of a `*` at the end; none are needed. */
  readonly rest: readonly string[]
  /** The address as it is spelled, where fixed words have another case or slashes are doubled; it begins with one slash. */
  readonly spelling?: string
}

/**
 * Finds the page of a path without its query; undefined for an address without one. The one matcher of the server and of the
 * browser's router.
 */
export function findPage(pathname: string): ({ readonly name: PageName } & Match) | undefined {
  for (const name of Object.keys(pages) as PageName[]) {
    const match = matchPath(pages[name].path, pathname)
    if (match) return { name, ...match }
  }
  return undefined
}

/**
 * Compares an address with the path of a page (`/content/video/:id`, `/content/category/*`, or `*` for any address); undefined
 * where they differ. One slash at the end makes no difference. Parameters stay as typed.
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

/** The parts between slashes, without empty ones. */
function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}

/** A part of an address as it is read; as it is where it cannot be decoded. */
export function decoded(text = ''): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
