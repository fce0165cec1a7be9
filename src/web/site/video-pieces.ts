import type { QueryClient } from '@tanstack/react-query'
import type { Video, VideoPiece, Videos } from '#contract/library/library.ts'
import { pieceCalls } from '#contract/library/piece-calls.ts'
import { fewestShown, piecesShownFirst } from '#domain/catalogue/library-pieces.ts'
import { CallProblem } from './api.ts'
import { carriedHere } from './carried.ts'
import { arrivingVideosQuery, read, videosQuery } from './queries.ts'

/** The videos of the pieces that are here, by key: what is listed again is not read again, and its videos stay the same objects. */
const here = new Map<string, Video[]>()

/**
 * Reads a library in pieces, the newest first, and shows in `arrivingVideosQuery` what is here meanwhile. The first list of
 * pieces came with the document. When it is read again, only pieces that have changed are. Throws a `CallProblem`; what was
 * read until then is not read by the next try.
 */
export async function readVideoPieces(client: QueryClient, signal: AbortSignal): Promise<Videos> {
  const before = client.getQueryData(videosQuery.queryKey)
  const carried = begun.has(client) ? undefined : carriedHere().videoPieces
  begun.add(client)
  try {
    return await readAll(carried ?? (await readList(signal)), before, client, signal)
  } catch (error) {
    // the library has changed more than once since the list was made
    if (!(error instanceof CallProblem && error.status === 404)) throw error
    return readAll(await readList(signal), before, client, signal)
  }
}

/** The list of the document is as old as the page: it is for the first reading alone. */
const begun = new WeakSet<QueryClient>()

async function readList(signal: AbortSignal): Promise<readonly VideoPiece[]> {
  return (await read(pieceCalls.videoPieces, { signal })).pieces
}

/** On their way at a time: two leave a line of long ways idle, and six are all that HTTP/1.1 has, for films and posters too. */
const atOnce = 3

async function readAll(
  pieces: readonly VideoPiece[],
  before: Videos | undefined,
  client: QueryClient,
  signal: AbortSignal,
): Promise<Videos> {
  const first = piecesShownFirst(pieces)
  const showArrived = before ? () => undefined : arrivals(pieces, client)
  await Promise.all(first.map((piece) => readPiece(piece, { signal })))
  showArrived()
  const older = pieces.slice(first.length).filter(({ key }) => !here.has(key))
  const readers = Array.from({ length: atOnce }, async () => {
    for (let piece = older.shift(); piece; piece = older.shift()) {
      await readPiece(piece, { signal, priority: 'low' }).catch((failure: unknown) => {
        // the other readers need not go on for a try that has failed
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

async function readPiece(
  { key }: VideoPiece,
  options: { signal: AbortSignal; priority?: 'low' },
): Promise<void> {
  if (here.has(key)) return
  const { videos } = await read(pieceCalls.videoPiece, { params: { key }, cache: 'default', ...options })
  here.set(key, videos)
}

const joined = (pieces: readonly VideoPiece[]) => pieces.flatMap(({ key }) => here.get(key) ?? [])

/**
 * Shows what has arrived: more videos each time there are twice as many, for a listing is computed anew with all of them;
 * how many there are with each tenth, for it is read out.
 */
function arrivals(pieces: readonly VideoPiece[], client: QueryClient): () => void {
  const total = count(pieces)
  let shown: Video[] = []
  let tenths = -1
  return () => {
    const loaded = count(pieces.filter(({ key }) => here.has(key)))
    const gap = pieces.findIndex(({ key }) => !here.has(key))
    const newest = pieces.slice(0, gap < 0 ? pieces.length : gap)
    const isMore = count(newest) >= Math.max(fewestShown, 2 * shown.length) && gap >= 0
    const reached = Math.floor((10 * loaded) / total)
    if (!isMore && reached === tenths) return
    if (isMore) shown = joined(newest)
    tenths = reached
    client.setQueryData(arrivingVideosQuery.queryKey, { videos: shown, loaded, total })
  }
}

function count(pieces: readonly VideoPiece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.count, 0)
}

/** Lets the browser paint and answer keys before the next piece. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
