import { spawn } from 'node:child_process'
import type { FileHandle } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'

/** A picture to be taken of a film: at which second, and how many pixels it gets. */
export type PictureOrder = {
  readonly atSeconds: number
  readonly width: number
  readonly height: number
}

/** The program, and the folders in which it is looked for: a `PATH`. */
export type Ffmpeg = { readonly program: string; readonly searchPath: string }

/** The program is not on this machine, or cannot be started now. */
export class NoFfmpeg extends Error {}

const mostBytesAtOnce = 256 * 1024 * 1024
/** 8K. A film's own word on its size decides about memory. */
const mostPixels = 7680 * 4320

/**
 * Takes a picture of a film (MP4 with H.264) by ffmpeg: three bytes for each pixel, red, green and blue, with black beside
 * a film of another shape. Undefined where the film has no picture at that moment (any more). Throws `NoFfmpeg`, or what
 * ffmpeg says about a film that it cannot read; and when `signal` is aborted, with which ffmpeg ends at once.
 *
 * Films come from elsewhere and decoders have faults: ffmpeg gets the open file and nothing else, neither its name nor our
 * settings, may open no address that the film names, and decodes H.264 alone, on one processor, when nobody else needs it.
 */
export async function takePicture(
  { program, searchPath }: Ffmpeg,
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
    if (ffmpeg.pid !== undefined) giveWay(ffmpeg.pid)
  })
  if (code !== 0 || (got !== 0 && got !== wanted))
    throw new Error(`ffmpeg could not read the film: ${complaint.trim() || `it ended with ${code}`}`)
  return got === 0 ? undefined : Buffer.concat(chunks)
}

function argumentsOf({ atSeconds, width, height }: PictureOrder): string[] {
  const shape = `${width}:${height}`
  return [
    ['-nostdin', '-hide_banner', '-v', 'error', '-max_alloc', String(mostBytesAtOnce)],
    // how the film may be read
    ['-protocol_whitelist', 'file', '-f', 'mp4', '-enable_drefs', '0', '-use_absolute_path', '0'],
    ['-c:v', 'h264', '-threads', '1', '-max_pixels', String(mostPixels)],
    ['-ss', atSeconds.toFixed(3), '-i', '/dev/fd/3'],
    // what is taken of it
    ['-an', '-sn', '-dn', '-frames:v', '1', '-vf'],
    [
      `scale=iw*sar:ih,setsar=1,scale=${shape}:force_original_aspect_ratio=decrease:flags=area,pad=${shape}:-1:-1`,
    ],
    ['-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'],
  ].flat()
}

function giveWay(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // it has ended already, or the system does not allow it: then it runs as we do
  }
}
