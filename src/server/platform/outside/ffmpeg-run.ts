import { spawn } from 'node:child_process'
import type { FileHandle } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Ffmpeg, giveWay, NoFfmpeg } from './film-pictures.ts'

export type FfmpegRun = {
  readonly tool: 'ffmpeg' | 'ffprobe'
  readonly options: readonly string[]
  /** The film: the program gets the open file, not its name. */
  readonly film: FileHandle
  /** Where the program writes files by their bare names; its own folder without one. */
  readonly folder?: string
  /** Bytes that one file may have; 0 where none is written. */
  readonly maxFileBytes?: number
  /** Readers of standard output, and of the pipes from 4 on. */
  readonly readers: readonly ((output: Readable) => Promise<void>)[]
  /** Gets the end of standard error once the program has succeeded. */
  readonly onComplaint?: (text: string) => void
  readonly signal: AbortSignal
}

/** The film as an input of ffmpeg. */
const filmInput = '/dev/fd/3'

/** ffmpeg could not read or convert a film; `message` is the end of what it wrote. */
export class FfmpegFailed extends Error {}

/**
 * Options for reading a film from outside. Only containers of films are read: never a playlist, a list of files or a
 * picture, which may name other files. Protocols are those of the open file and of our pipes.
 */
export const untrustedInput: readonly string[] = [
  ['-protocol_whitelist', 'file,pipe'],
  ['-format_whitelist', 'mov,matroska,avi,asf,flv,mpeg,mpegts,mxf,ogg'],
  ['-max_pixels', String(7680 * 4320)],
  ['-i', filmInput],
].flat()

/**
 * Threads of each decoder and encoder: two, because each takes memory; one where the machine has two processors, so that
 * one is left to visitors: Linux lets even a process of the lowest priority keep a processor for some milliseconds.
 */
export const threads = availableParallelism() > 2 ? '2' : '1'

/** The largest film measured (4K, 10 bit, to both sizes) takes 805 MB; a third more, in KB. */
const maxMemoryKb = 1024 * 1024
const stackKb = 2048

// POSIX counts the size of files in blocks of 512 bytes
const limited =
  'ulimit -s "$1" && ulimit -d "$2" && ulimit -f "$3" || exit 126; shift 3; MALLOC_ARENA_MAX=2 exec "$@"'

/**
 * Runs ffmpeg or ffprobe over a film, at the lowest priority, with limits of memory and size of files, an environment
 * of `PATH` alone, and without a shell's look at the options. Aborting `signal` kills it and throws its reason. Throws
 * `NoFfmpeg` where it is not installed, `FfmpegFailed` where it fails.
 */
export async function runFfmpeg(
  ffmpeg: Ffmpeg,
  { tool, options, film, folder, maxFileBytes = 0, readers, onComplaint, signal }: FfmpegRun,
): Promise<void> {
  signal.throwIfAborted()
  const program = tool === 'ffmpeg' ? ffmpeg.program : besideFfmpeg(ffmpeg.program)
  const limits = [stackKb, maxMemoryKb, Math.ceil(maxFileBytes / 512)].map(String)
  const child = spawn('/bin/sh', ['-c', limited, 'sh', ...limits, program, ...options], {
    stdio: ['ignore', 'pipe', 'pipe', film.fd, ...readers.slice(1).map(() => 'pipe' as const)],
    env: { PATH: ffmpeg.searchPath },
    ...(folder !== undefined && { cwd: folder }),
    signal,
    killSignal: 'SIGKILL',
  })
  let complaint = ''
  child.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-2_000)
  })
  const outputs = readers.map((_, place) => child.stdio[place === 0 ? 1 : place + 3] as Readable)
  const read = Promise.all(readers.map((reader, place) => reader(outputs[place] as Readable)))
  read.catch(() => child.kill('SIGKILL'))
  const [code, killedBy] = await new Promise<[number | null, string | null]>((ended, failed) => {
    child.on('error', failed)
    child.on('close', (...end) => ended(end))
    if (child.pid !== undefined) giveWay(child.pid, ffmpeg.priority)
  }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw error
  })
  signal.throwIfAborted()
  if (code === 127) throw new NoFfmpeg(complaint.trim())
  if (code !== 0) throw new FfmpegFailed(complaint.trim() || `it ended with ${killedBy ?? code}`)
  await read
  onComplaint?.(complaint)
}

/** Collects an output; fails beyond `maxBytes`. */
export async function collect(output: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of output as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new FfmpegFailed('it wrote more than was expected')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function besideFfmpeg(program: string): string {
  return program.includes('/') ? join(dirname(program), 'ffprobe') : 'ffprobe'
}
