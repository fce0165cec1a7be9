import type { QueryClient } from '@tanstack/react-query'
import type { Video, VideoPiece, Videos } from '#contract/library/library.ts'
import { pieceCalls } from '#contract/library/piece-calls.ts'
import { fewestShown, piecesShownFirst } from '#domain/catalogue/library-pieces.ts'
import { CallProblem, call } from './api.ts'
import { carriedHere } from './carried.ts'

/** The part of a library that has arrived during its first reading. */
export type ArrivingVideos = {
  /** The newest videos, in their order, once there are enough for a listing. Not all that have arrived. */
  readonly videos: Video[]
  readonly loaded: number
  readonly total: number
}

type Reading = {
  /** The library as read before. */
  readonly before: Videos | undefined
  readonly show: (arriving: ArrivingVideos) => void
  readonly signal: AbortSignal
}

/** The videos of loaded pieces, by key: a piece listed again is not reloaded, and its videos stay the same objects. */
const here = new Map<string, Video[]>()

/** Clients that have used the list embedded in the document: it is as old as the page. */
const begun = new WeakSet<QueryClient>()

/**
 * Reads a library in pieces, newest first, and shows what has arrived so far. Later readings load only changed pieces.
 * Throws a `CallProblem`; the next attempt continues from there.
 */
export async function readVideoPieces(client: QueryClient, reading: Reading): Promise<Videos> {
  const carried = begun.has(client) ? undefined : carriedHere().videoPieces
  begun.add(client)
  try {
    return await readAll(carried ?? (await readList(reading)), reading)
  } catch (error) {
    // the library has changed more than once since the list was made
    if (!(error instanceof CallProblem && error.status === 404)) throw error
    return readAll(await readList(reading), reading)
  }
}

async function readList({ signal }: Reading): Promise<readonly VideoPiece[]> {
  const reply = await call(pieceCalls.videoPieces, { signal })
  if (reply instanceof CallProblem) throw reply
  return reply.body.pieces
}

/** Pieces loaded in parallel. Fewer leave bandwidth unused; HTTP/1.1 has six connections, for films and posters too. */
const atOnce = 4

async function readAll(pieces: readonly VideoPiece[], reading: Reading): Promise<Videos> {
  const { before, show } = reading
  const first = piecesShownFirst(pieces)
  const showArrived = before ? () => undefined : arrivals(pieces, show)
  await Promise.all(first.map((piece) => readPiece(piece, reading)))
  showArrived()
  const older = pieces.slice(first.length)
  const readers = Array.from({ length: atOnce }, async () => {
    for (let piece = older.shift(); piece; piece = older.shift()) {
      await readPiece(piece, reading, 'low').catch((failure: unknown) => {
        // the other readers stop once an attempt has failed
        older.length = 0
        throw failure
      })
      showArrived()
      await breathe()
    }
  })
  await Promise.all(readers)
  const listed = new Set(pieces.map(({ key }) => key))
  for (const key of here.keys()) if (!listed.has(key)) here.delete(key)
  const videos = joined(pieces)
  const isUnchanged =
    before?.videos.length === videos.length && videos.every((video, at) => video === before.videos[at])
  return isUnchanged ? before : { videos }
}

async function readPiece({ key }: VideoPiece, { signal }: Reading, priority?: 'low'): Promise<void> {
  if (here.has(key)) return
  const reply = await call(pieceCalls.videoPiece, {
    params: { key },
    cache: 'default',
    ...(priority && { priority }),
    signal,
  })
  if (reply instanceof CallProblem) throw reply
  here.set(key, reply.body.videos)
}

const joined = (pieces: readonly VideoPiece[]) => pieces.flatMap(({ key }) => here.get(key) ?? [])

/**
 * Shows arrived videos each time their number doubles, because each listing is computed anew. Their count is shown at
 * each tenth, because it is read out.
 */
function arrivals(pieces: readonly VideoPiece[], show: Reading['show']): () => void {
  const total = count(pieces)
  let shown: Video[] = []
  let tenths = -1
  return () => {
    const loaded = count(pieces.filter(({ key }) => here.has(key)))
    const gap = pieces.findIndex(({ key }) => !here.has(key))
    // all of them are shown as the library itself
    const newest = pieces.slice(0, Math.max(0, gap))
    const isMore = count(newest) >= Math.max(fewestShown, 2 * shown.length)
    const reached = Math.floor((10 * loaded) / total)
    if (!isMore && reached === tenths) return
    if (isMore) shown = joined(newest)
    tenths = reached
    show({ videos: shown, loaded, total })
  }
}

function count(pieces: readonly VideoPiece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.count, 0)
}

/** Lets the browser paint and handle keys before the next piece. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
