/** First and last byte, inclusive, as in `Content-Range`. */
export type ByteRange = { readonly first: number; readonly last: number }

/**
 * Parses a `Range` header for a file of `sizeBytes` (RFC 9110, section 14). `whole` without a header, and where the
 * standard lets a server ignore it: another unit, broken syntax, several ranges. `unsatisfiable` is answered 416.
 */
export function byteRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const spec = onlySpec(header)
  if (!spec) return 'whole'
  const [, from = '', to = ''] = spec
  if (from === '') return suffix(Number(to), sizeBytes)
  const first = Number(from)
  const last = to === '' ? Number.POSITIVE_INFINITY : Number(to)
  if (last < first) return 'whole'
  if (first >= sizeBytes) return 'unsatisfiable'
  return { first, last: Math.min(last, sizeBytes - 1) }
}

/**
 * Returns whether `If-Range` permits the range: only for exactly these bytes. Weak tags and dates never match: no
 * `Last-Modified` is ever sent.
 */
export function rangeApplies(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag
}

function suffix(lengthBytes: number, sizeBytes: number): ByteRange | 'whole' | 'unsatisfiable' {
  if (lengthBytes === 0) return 'unsatisfiable'
  // the last bytes of an empty file: satisfiable, but Content-Range cannot express it
  if (sizeBytes === 0) return 'whole'
  return { first: Math.max(0, sizeBytes - lengthBytes), last: sizeBytes - 1 }
}

/** The single range of the header; empty list elements are allowed (RFC 9110, section 5.6.1.2). */
function onlySpec(header: string | undefined): RegExpExecArray | undefined {
  const set = header && /^bytes=(.*)$/i.exec(header.trim())?.[1]
  if (!set) return undefined
  const specs = set
    .split(',', 10)
    .map((spec) => spec.trim())
    .filter((spec) => spec !== '')
  const [only] = specs
  if (specs.length !== 1 || only === undefined) return undefined
  return /^(\d+)-(\d*)$/.exec(only) ?? /^()-(\d+)$/.exec(only) ?? undefined
}
