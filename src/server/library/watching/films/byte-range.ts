/** First and last byte, both included, as in `Content-Range`. */
export type ByteRange = { readonly first: number; readonly last: number }

/**
 * What a `Range` header asks of a file of `sizeBytes` (RFC 9110, section 14). `whole` where there is no header, and where
 * the standard lets a server ignore it: another unit, broken syntax, several ranges. `unsatisfiable` is answered 416.
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
 * Whether the range may be sent at all under `If-Range`: only when the reader holds exactly these bytes. Weak tags and
 * dates never match: there is no `Last-Modified` they could have come from.
 */
export function rangeApplies(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag
}

function suffix(lengthBytes: number, sizeBytes: number): ByteRange | 'whole' | 'unsatisfiable' {
  if (lengthBytes === 0) return 'unsatisfiable'
  // the last bytes of nothing: satisfiable, but no Content-Range can say so
  if (sizeBytes === 0) return 'whole'
  return { first: Math.max(0, sizeBytes - lengthBytes), last: sizeBytes - 1 }
}

/** The one range of the header; list elements may be empty (RFC 9110, section 5.6.1.2). */
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
