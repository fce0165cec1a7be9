import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { VideoPiece } from '#contract/library/library.ts'
import { type ReadyBytes, readyBytes } from '#server/platform/http/ready-bytes.ts'

/** The pieces of the library (domain/catalogue/library-pieces.ts) as served. */
export type KeptPieces = {
  /** The piece with the newest videos first. */
  readonly list: readonly VideoPiece[]
  /** Pieces of the current and the previous list, by key. */
  readonly known: ReadonlyMap<string, KeptPiece>
}

type KeptPiece = {
  /** Its videos as JSON, with commas between them. */
  readonly rows: Buffer
  /** Encoded on first request. */
  ready?: Promise<ReadyBytes>
}

/** Names the pieces by a hash of their content; reuses equal pieces of `before`. */
export async function keepPieces(
  pieces: readonly { readonly rows: Buffer; readonly count: number }[],
  before?: KeptPieces,
): Promise<KeptPieces> {
  const list: VideoPiece[] = []
  const known = new Map<string, KeptPiece>()
  for (const { rows, count } of pieces) {
    const key = createHash('sha256').update(rows).digest('base64url').slice(0, 16)
    list.push({ key, count })
    const ready = before?.known.get(key)?.ready
    known.set(key, { rows, ...(ready && { ready }) })
    await setImmediate()
  }
  for (const { key } of before?.list ?? []) {
    const former = before?.known.get(key)
    // copied, because a view would keep the previous library's whole buffer alive
    if (former && !known.has(key)) known.set(key, { ...former, rows: Buffer.from(former.rows) })
  }
  return { list, known }
}

/** Returns an encoded piece; undefined for an unknown key. It never changes, so browsers cache it forever. */
export async function readyPiece(key: string, { known }: KeptPieces): Promise<ReadyBytes | undefined> {
  const piece = known.get(key)
  if (!piece) return undefined
  piece.ready ??= packed(piece)
  return piece.ready
}

const forAlways = { 'cache-control': 'public, max-age=31536000, immutable' }
/** Low, because a request is waiting. */
const quickCompression = 5

async function packed({ rows }: KeptPiece): Promise<ReadyBytes> {
  const body = () => Buffer.concat([Buffer.from('{"videos":['), rows, Buffer.from(']}')])
  const { identity, gzip, br } = await readyBytes(
    'application/json; charset=utf-8',
    body(),
    forAlways,
    quickCompression,
  )
  const { etag, headers } = identity
  // plain bytes are rarely requested, and those of all pieces would double the library's memory
  return {
    gzip,
    br,
    get identity() {
      return { etag, headers, bytes: body() }
    },
  }
}
