import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { VideoPiece } from '#contract/library/library.ts'
import { type ReadyBytes, readyBytes } from '#server/platform/http/ready-bytes.ts'

/** The pieces of the library (domain/catalogue/library-pieces.ts) as they are sent. */
export type KeptPieces = {
  /** The one with the newest videos first. */
  readonly list: readonly VideoPiece[]
  /** By their keys, those of the list and those of the list before it. */
  readonly known: ReadonlyMap<string, KeptPiece>
}

type KeptPiece = {
  /** Its videos as JSON, with commas between them. */
  readonly rows: Buffer
  /** Made when somebody first asks for the piece. */
  ready?: Promise<ReadyBytes>
}

/** Names the pieces by what is in them; takes over what is known of the same ones `before`. */
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
    // a copy: it is a part of the whole library that was, which can go
    if (former && !known.has(key)) known.set(key, { ...former, rows: Buffer.from(former.rows) })
  }
  return { list, known }
}

/** A piece ready to be sent; undefined where none has the key. It never changes, so a browser never asks for it again. */
export async function readyPiece(key: string, { known }: KeptPieces): Promise<ReadyBytes | undefined> {
  const piece = known.get(key)
  if (!piece) return undefined
  piece.ready ??= packed(piece)
  return piece.ready
}

const forAlways = { 'cache-control': 'public, max-age=31536000, immutable' }
/** Somebody waits. */
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
  // hardly anybody asks for plain bytes, and those of all pieces would be the whole library a second time
  return {
    gzip,
    br,
    get identity() {
      return { etag, headers, bytes: body() }
    },
  }
}
