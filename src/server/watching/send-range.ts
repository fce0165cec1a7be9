import { read } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { ByteRange } from './byte-range.ts'

/** A quarter of a megabyte a read: nearly the rate of larger ones, and what a paused reader holds stays small. */
const pieceBytes = 256 * 1024
/** Idle buffers that are kept for the next reader. */
const keptBuffers = 64
const idle: Buffer[] = []

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
  while (position <= range.last) {
    const buffer = idle.pop() ?? Buffer.allocUnsafeSlow(pieceBytes)
    const wanted = Math.min(pieceBytes, range.last - position + 1)
    const got = await readAt(fd, buffer, wanted, position)
    if (got === 0) throw new Error('A media file is shorter than it was')
    position += got
    // not reused when the reader went away: the system may still be sending from it
    if (!(await written(response, buffer.subarray(0, got)))) return false
    moved()
    if (idle.length < keptBuffers) idle.push(buffer)
  }
  response.end()
  return true
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
