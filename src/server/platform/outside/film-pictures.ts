import { spawn } from 'node:child_process'
import type { FileHandle } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'

/** A frame of a video: at which second, and its size in pixels. */
export type PictureOrder = {
  readonly atSeconds: number
  readonly width: number
  readonly height: number
}

export type Ffmpeg = {
  readonly program: string
  /** A `PATH`. */
  readonly searchPath: string
  /** The priority of its processes for the operating system; the lowest by default. */
  readonly priority?: number
}

/** ffmpeg is not installed, or cannot be started. */
export class NoFfmpeg extends Error {}

const maxBufferBytes = 256 * 1024 * 1024
/** 8K. The size that a video declares determines the memory. */
const maxPixels = 7680 * 4320

/**
 * Extracts a frame of an MP4 file with H.264 by ffmpeg: three bytes per pixel (RGB), letterboxed in black. Undefined
 * where the video has no frame at that time. Throws `NoFfmpeg`, or ffmpeg's message for an unreadable file; aborting
 * `signal` kills ffmpeg and throws.
 *
 * Videos are untrusted and decoders have bugs: ffmpeg gets the open file but not its name, no environment, no network,
 * and only the H.264 decoder, on one core at low priority.
 */
export async function takePicture(
  { program, searchPath, priority }: Ffmpeg,
  film: FileHandle,
  order: PictureOrder,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const ffmpeg = spawn(program, argumentsOf(order), {
    stdio: ['ignore', 'pipe', 'pipe', film.fd],
    env: { PATH: searchPath },
    signal,
    killSignal: 'SIGKILL',
  })
  const wanted = order.width * order.height * 3
  const chunks: Buffer[] = []
  let got = 0
  ffmpeg.stdout?.on('data', (chunk: Buffer) => {
    got += chunk.length
    if (got <= wanted) chunks.push(chunk)
    else ffmpeg.kill('SIGKILL')
  })
  let complaint = ''
  ffmpeg.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-1_000)
  })
  const code = await new Promise<number | null>((ended, failed) => {
    ffmpeg.on('error', (error: NodeJS.ErrnoException) =>
      failed(error.syscall?.startsWith('spawn') ? new NoFfmpeg(error.message) : error),
    )
    ffmpeg.on('close', ended)
    if (ffmpeg.pid !== undefined) giveWay(ffmpeg.pid, priority)
  })
  if (code !== 0 || (got !== 0 && got !== wanted))
    throw new Error(`ffmpeg could not read the film: ${complaint.trim() || `it ended with ${code}`}`)
  return got === 0 ? undefined : Buffer.concat(chunks)
}

function argumentsOf({ atSeconds, width, height }: PictureOrder): string[] {
  const shape = `${width}:${height}`
  return [
    ['-nostdin', '-hide_banner', '-v', 'error', '-max_alloc', String(maxBufferBytes)],
    // input options
    ['-protocol_whitelist', 'file', '-f', 'mp4', '-enable_drefs', '0', '-use_absolute_path', '0'],
    ['-c:v', 'h264', '-threads', '1', '-max_pixels', String(maxPixels)],
    ['-ss', atSeconds.toFixed(3), '-i', '/dev/fd/3'],
    // output options
    ['-an', '-sn', '-dn', '-frames:v', '1', '-vf'],
    [
      `scale=iw*sar:ih,setsar=1,scale=${shape}:force_original_aspect_ratio=decrease:flags=area,pad=${shape}:-1:-1`,
    ],
    ['-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'],
  ].flat()
}

/** Lowers the priority of a process: visitors come first. */
export function giveWay(pid: number, priority: number = constants.priority.PRIORITY_LOW): void {
  try {
    setPriority(pid, priority)
  } catch {
    // it has already exited, or the system refuses: then it keeps our priority
  }
}
