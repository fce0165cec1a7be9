import { read } from 'node:fs'
import type { ServerResponse } from 'node:http'
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
/** Milliseconds within which an active reader takes a piece. */
const quickMs = 500

/**
 * Writes a range of an open file to a response whose head is written, piece by piece at the reader's pace: a paused
 * player holds one buffer. Returns whether everything was sent; false when the reader disconnected. Calls `moved` for
 * each piece taken. Throws when the file cannot be read or is shorter than the range.
 */
export async function sendRange(
  fd: number,
  range: ByteRange,
  response: ServerResponse,
  moved: () => void = () => undefined,
): Promise<boolean> {
  let position = range.first
  let isQuick = true
  while (position <= range.last) {
    const { buffers, buffer, got } = await readInTurn(() => readPiece(fd, range, position, isQuick))
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
    moved()
  }
  response.end()
  return true
}

type Piece = { readonly buffers: PieceBuffers; readonly buffer: Buffer; readonly got: number }

/** The next piece of a range, in a pooled buffer. */
async function readPiece(
  fd: number,
  { last }: ByteRange,
  position: number,
  isQuick: boolean,
): Promise<Piece> {
  const left = last - position + 1
  const { buffers, buffer } = lend(isQuick && left > small.bytes)
  try {
    const got = await readAt(fd, buffer, Math.min(buffers.bytes, left), position)
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

function readAt(fd: number, buffer: Buffer, length: number, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(fd, buffer, 0, length, position, (error, got) => (error ? reject(error) : resolve(got)))
  })
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
