/** A library of more videos is read in pieces, newest first; up to so many it is one reply. */
export const mostInOneReply = 5_000

/** Videos in a piece, but for the newest, which may hold fewer. */
export const pieceSize = { fewest: 500, most: 1_500 } as const

/** So many of the newest videos make a listing that can be shown before the older ones are there. */
export const fewestShown = 300

/** The newest pieces, as many as it takes to show a listing. */
export function piecesShownFirst<P extends { readonly count: number }>(newestFirst: readonly P[]): P[] {
  let videos = 0
  return newestFirst.filter(({ count }) => {
    const wanted = videos < fewestShown
    videos += count
    return wanted
  })
}

/**
 * Cuts a library, which comes newest first, into pieces: newest first too, each with its videos in their order. Where a piece
 * ends is decided from the oldest video on and by ids: a new video changes the newest piece alone, and one that is edited,
 * withdrawn or published under an earlier day changes its own and at most the few beside it. Pieces of a fixed number would
 * all be others from there to the newest.
 */
export function cutIntoPieces<V extends { readonly id: string }>(newestFirst: readonly V[]): V[][] {
  const pieces: V[][] = []
  let end = newestFirst.length
  for (let at = end - 1; at > 0; at -= 1) {
    const count = end - at
    if (count < pieceSize.fewest) continue
    if (count < pieceSize.most && !endsPiece(newestFirst[at]?.id ?? '')) continue
    pieces.push(newestFirst.slice(at, end))
    end = at
  }
  if (end > 0) pieces.push(newestFirst.slice(0, end))
  return pieces.reverse()
}

/** One video in so many ends a piece that is large enough: then pieces of 900 are usual. */
const oneIn = 500

/** By the id alone (FNV-1a, with its bits mixed), so that neighbours that come and go change nothing. */
function endsPiece(id: string): boolean {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 12)) >>> 0) % oneIn === 0
}
