import { setImmediate } from 'node:timers/promises'
import type { Category, Series, SoftwareVersion, Video } from '#contract/library/library.ts'
import { cutIntoPieces } from '#domain/catalogue/library-pieces.ts'
import { type ReadyBytes, readyBytes } from '#server/platform/http/ready-bytes.ts'
import { type KeptPieces, keepPieces } from './kept-pieces.ts'

/** The public lists of the catalogue; videos by publishing date, newest first. */
type Lists = {
  readonly videos: readonly Video[]
  readonly categories: readonly Category[]
  readonly versions: readonly SoftwareVersion[]
  readonly series: readonly Series[]
}

/** The encoded replies of the catalogue's public lists. */
export type CatalogueBytes = {
  readonly videos: ReadyBytes
  readonly videoPieces: ReadyBytes
  readonly categories: ReadyBytes
  readonly versions: ReadyBytes
  readonly series: ReadyBytes
  /** The pieces that `videoPieces` lists. */
  readonly pieces: KeptPieces
}

/**
 * Serialises and compresses the replies without blocking other requests. Pieces of the state `before` are still
 * answered, because a browser may be loading them.
 */
export async function catalogueBytes(catalogue: Lists, before?: CatalogueBytes): Promise<CatalogueBytes> {
  const [{ videos, pieces }, categories, versions, series] = await Promise.all([
    videosInPieces(catalogue, before),
    jsonList('categories', catalogue.categories),
    jsonList('versions', catalogue.versions),
    jsonList('series', catalogue.series),
  ])
  return { videos, videoPieces: await jsonList('pieces', pieces.list), categories, versions, series, pieces }
}

/** The whole is serialised piece by piece; the pieces are views of its buffer, so they take no extra memory. */
async function videosInPieces(
  { videos }: Lists,
  before: CatalogueBytes | undefined,
): Promise<Pick<CatalogueBytes, 'videos' | 'pieces'>> {
  const cut = cutIntoPieces(videos)
  const written: Buffer[] = []
  for (const piece of cut) written.push(Buffer.from(await rowsOf(piece)))
  const body = listBody('videos', written)
  let from = listBody('videos', []).indexOf(']')
  const rows = written.map(({ length }) => {
    const part = body.subarray(from, from + length)
    from += length + 1
    return part
  })
  const counted = cut.map(({ length }, at) => ({ rows: rows[at] ?? Buffer.alloc(0), count: length }))
  // names are computed here while the whole is compressed on another thread
  const [ready, pieces] = await Promise.all([readyList(body), keepPieces(counted, before?.pieces)])
  return { videos: ready, pieces }
}

async function jsonList(name: string, rows: readonly unknown[]): Promise<ReadyBytes> {
  return readyList(listBody(name, [Buffer.from(await rowsOf(rows))]))
}

function readyList(body: Buffer): Promise<ReadyBytes> {
  return readyBytes('application/json; charset=utf-8', body, { 'cache-control': 'public, no-cache' })
}

/** `{"videos":[…]}` of serialised rows, with commas between them. */
function listBody(name: string, rows: readonly Buffer[]): Buffer {
  const parts = rows.flatMap((some, at) => (at > 0 ? [comma, some] : [some]))
  return Buffer.concat([Buffer.from(`{${JSON.stringify(name)}:[`), ...parts, Buffer.from(']}')])
}

const comma = Buffer.from(',')

/** Rows serialised before other requests get a turn: about 2 ms. */
const rowsAtOnce = 500

/** Serialises rows, with commas between them. */
async function rowsOf(rows: readonly unknown[]): Promise<string> {
  const parts: string[] = []
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    parts.push(JSON.stringify(rows.slice(first, first + rowsAtOnce)).slice(1, -1))
    if (rows.length > rowsAtOnce) await setImmediate()
  }
  return parts.join(',')
}
