export type Params = Readonly<Record<string, string | undefined>>

const known = new Map<string, RegExp>()

/**
 * What a path of the contract finds in an address: the text of each `:name`, and of a `*` at its end. Undefined where they do not
 * match; slashes at the end and the case of letters make no difference.
 */
export function matchPath(path: string, pathname: string): Params | undefined {
  const pattern = known.get(path) ?? patternOf(path)
  known.set(path, pattern)
  const found = pattern.exec(pathname)
  if (!found) return undefined
  const names = path.match(/:\w+|\*$/g) ?? []
  return Object.fromEntries(names.map((name, index) => [name.replace(':', ''), decoded(found[index + 1])]))
}

function patternOf(path: string): RegExp {
  const source = path
    .replace(/\/+$/, '')
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\/?\*$/, '(?:/(.*?))?')
    .replace(/:\w+/g, '([^/]+)')
  return new RegExp(`^${source}/*$`, 'i')
}

/** A part of an address as it is read; as it is where it cannot be decoded. */
export function decoded(text = ''): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
