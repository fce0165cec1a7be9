import { read } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { ByteRange } from './byte-range.ts'
import { type PieceBuffers, pieceBuffers } from './piece-buffers.ts'

/**
 * A megabyte at once costs a quarter less than a quarter of one. A reader that pauses holds what it was sent last, so there
 * are no more than 64 of them, and whoever lets a piece wait gets small ones from then on.
 */
const large = pieceBuffers(1024 * 1024, { most: 64, kept: 16 })
const small = pieceBuffers(256 * 1024, { kept: 64 })
/** Milliseconds within which a reader that does not pause takes a piece. */
const quickMs = 500

/**
 * Writes the range of an open file to a response whose head is written, piece by piece as fast as the reader takes them:
 * a paused player holds one buffer and costs nothing more. Answers whether everything was sent; false when the reader
 * went away. Calls `moved` for each piece that the reader took. Throws when the file cannot be read or is shorter than the range.
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
    const left = range.last - position + 1
    const { buffers, buffer } = lend(isQuick && left > small.bytes)
    // until it is known that it was sent
    let isInUse = true
    const began = performance.now()
    try {
      const got = await readAt(fd, buffer, Math.min(buffers.bytes, left), position)
      if (got === 0) throw new Error('A media file is shorter than it was')
      position += got
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

function lend(isLarge: boolean): { buffers: PieceBuffers; buffer: Buffer } {
  const buffer = isLarge ? large.take() : undefined
  if (buffer) return { buffers: large, buffer }
  return { buffers: small, buffer: small.take() ?? Buffer.allocUnsafeSlow(small.bytes) }
}

function readAt(fd: number, buffer: Buffer, length: number, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(fd, buffer, 0, length, position, (error, got) => (error ? reject(error) : resolve(got)))
  })
}

/** Resolves when the piece has left the process, to false when it never will. */
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
