import type { ServerResponse } from 'node:http'
import type { OpenMediaFile } from '#server/platform/outside/media-store.ts'
import type { ByteRange } from './byte-range.ts'
import { inTurns, type PieceBuffers, pieceBuffers } from './piece-buffers.ts'

/**
 * Writes of a megabyte cost a quarter less than writes of 256 KiB. A paused reader holds its last buffer, so there are
 * at most 16 large ones, and a reader that lets a piece wait gets small ones from then on. All large ones are kept:
 * allocating and freeing this size fragments memory that is never returned (decisions/051-media-ranges.md).
 */
const large = pieceBuffers(1024 * 1024, { most: 16, kept: 16 })
const small = pieceBuffers(256 * 1024, { kept: 16 })
/**
 * Node reads files in four threads. A piece that waits for a thread gets no buffer yet: the fewer buffers in use, the
 * more of them stay in the CPU's caches.
 */
const readInTurn = inTurns(4)
/** Requests to a storage elsewhere wait for no thread, but for its replies. */
const fetchInTurn = inTurns(64)
/** Milliseconds within which an active reader takes a piece. */
const quickMs = 500

type ReadFile = Pick<OpenMediaFile, 'read' | 'isLocal'>
type Sending = {
  /** Called with the first piece read, to write the head: until then a fault can still be answered. */
  readonly begin?: () => void
  /** Called for each piece taken. */
  readonly moved?: () => void
}

/**
 * Writes a range of an open file to a response, piece by piece at the reader's pace: a paused player holds one buffer.
 * Returns whether everything was sent; false when the reader disconnected. Throws when the file cannot be read or is
 * shorter than the range.
 */
export async function sendRange(
  file: ReadFile,
  range: ByteRange,
  response: ServerResponse,
  { begin, moved }: Sending = {},
): Promise<boolean> {
  let position = range.first
  let isQuick = true
  const inTurn = file.isLocal ? readInTurn : fetchInTurn
  while (position <= range.last) {
    const { buffers, buffer, got } = await inTurn(() => readPiece(file, range, position, isQuick))
    if (position === range.first) begin?.()
    position += got
    // until known to be sent
    let isInUse = true
    const began = performance.now()
    try {
      if (!(await written(response, buffer.subarray(0, got)))) return false
      isInUse = false
    } finally {
      buffers.giveBack(buffer, isInUse)
    }
    isQuick = performance.now() - began < quickMs
    moved?.()
  }
  response.end()
  return true
}

type Piece = { readonly buffers: PieceBuffers; readonly buffer: Buffer; readonly got: number }

/** The next piece of a range, in a pooled buffer. */
async function readPiece(
  file: ReadFile,
  { last }: ByteRange,
  position: number,
  isQuick: boolean,
): Promise<Piece> {
  const left = last - position + 1
  const { buffers, buffer } = lend(isQuick && left > small.bytes)
  try {
    const got = await file.read(buffer, Math.min(buffers.bytes, left), position)
    if (got === 0) throw new Error('A media file is shorter than it was')
    return { buffers, buffer, got }
  } catch (problem) {
    buffers.giveBack(buffer, false)
    throw problem
  }
}

function lend(isLarge: boolean): Omit<Piece, 'got'> {
  const buffer = isLarge ? large.take() : undefined
  if (buffer) return { buffers: large, buffer }
  return { buffers: small, buffer: small.take() ?? Buffer.allocUnsafeSlow(small.bytes) }
}

/** Resolves when the piece has left the process; to false if it never will. */
function written(response: ServerResponse, piece: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve(false)
    const gone = () => resolve(false)
    response.once('close', gone)
    response.write(piece, (error) => {
      response.off('close', gone)
      resolve(!error)
    })
  })
}
