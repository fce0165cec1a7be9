/** Largest library sent as one reply; a larger one is read in pieces, newest first. */
export const mostInOneReply = 5_000

/** Videos per piece; the newest piece may have fewer. */
export const pieceSize = { fewest: 500, most: 1_500 } as const

/** Number of newest videos that are enough to show a listing before the older ones are loaded. */
export const fewestShown = 300

/** Returns the newest pieces that are needed to show a listing. */
export function piecesShownFirst<P extends { readonly count: number }>(newestFirst: readonly P[]): P[] {
  let videos = 0
  return newestFirst.filter(({ count }) => {
    const wanted = videos < fewestShown
    videos += count
    return wanted
  })
}

/**
 * Cuts a library, newest first, into pieces of the same order. Boundaries are content-defined, from the oldest video on
 * and by ID: a new video changes only the newest piece, and one that is edited, withdrawn or backdated changes its own
 * and at most a few neighbours. With pieces of a fixed size all newer pieces would change.
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

/** One in this many videos ends a piece that is large enough: typical pieces have 900 videos. */
const oneIn = 500

/** Decides by the ID alone (FNV-1a, mixed), so that neighbours have no influence. */
function endsPiece(id: string): boolean {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 12)) >>> 0) % oneIn === 0
}
