import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { demoAccounts } from '#server/front/demo/demo-logins.ts'
import { startServerProcess } from '#support/server-process.ts'
import { writer } from './measure-watching.ts'
import { processorSecondsOfEnded } from './processor-time.ts'
import type { Row } from './report.ts'

/** CPU minutes that a minute of film may take to both sizes. */
const mostCpuMinutes = 1.2
/** How much longer 95 of 100 replies may take while a film is processed. */
const mostSlower = 1.5
const videoId = 'closures'
/** Of the film, which a minute repeats twice. */
const clipSeconds = 30
const partBytes = 8 * 1024 * 1024
const demoFilm = resolve(import.meta.dirname, '../../content/javascript/language/closures/film.mp4')

/**
 * Measures what processing takes of a screen recording in HEVC with 1080 lines and 30 frames, from the last byte of its
 * upload at the desk of a demo, and how the site answers visitors meanwhile.
 */
export async function measureProcessing(root: string, { minutes }: { minutes: number }): Promise<Row[]> {
  const folder = mkdtempSync(join(root, 'processing-'))
  const film = readFileSync(makeFilm(folder, minutes))
  const settings = { DEMO: '1', DATA_DIR: join(folder, 'data'), RATE_LIMITS: '1000000', UPLOAD_MAX: '1 GB' }
  const site = await startServerProcess({ ...settings, LOG_LEVEL: 'info' }, { logFile: join(folder, 'log') })
  try {
    await site.ready()
    const cookie = await signIn(site.url)
    await replies(site.url, (asked) => asked < 500)
    const before = await replies(site.url, (asked) => asked < 2_000)
    await upload(site.url, cookie, film)
    const pid = site.process.pid ?? 0
    const [spent, began] = [processorSecondsOfEnded(pid), performance.now()]
    let isOver = false
    const processed = until(site.url, cookie).finally(() => {
      isOver = true
    })
    const meanwhile = await replies(site.url, () => !isOver)
    await processed
    const ready = (performance.now() - began) / 60_000
    const cpu = (processorSecondsOfEnded(pid) - spent) / 60
    return rowsOf({ minutes, cpu, ready, before, meanwhile })
  } finally {
    await site.stop()
  }
}

function rowsOf(of: Record<'minutes' | 'cpu' | 'ready' | 'before' | 'meanwhile', number>): Row[] {
  const most = mostCpuMinutes * of.minutes
  return [
    {
      area: `a screen recording of ${of.minutes} min, 1080 lines, HEVC, to 1080 and 720 lines`,
      measured: `${of.cpu.toFixed(1)} CPU minutes`,
      against: `ready ${of.ready.toFixed(1)} min after its upload`,
      goal: `${most.toFixed(1)} CPU minutes`,
      met: Number.isNaN(of.cpu) ? undefined : of.cpu <= most,
    },
    {
      area: `pages and lists while a film of ${of.minutes} min is processed`,
      measured: `95 of 100 within ${of.meanwhile.toFixed(1)} ms`,
      against: `within ${of.before.toFixed(1)} ms before`,
      ratio: of.before / of.meanwhile,
      goal: `${mostSlower} times the time`,
      met: of.meanwhile <= mostSlower * of.before,
    },
  ]
}

/**
 * Makes a screen recording: a film of the demo's library with code that is typed, and in its corner a picture in which
 * everything moves, as of a camera. A minute has 6 MB in the size of 1080 lines.
 */
function makeFilm(folder: string, minutes: number): string {
  const [clip, film] = [join(folder, 'clip.mp4'), join(folder, 'film.mp4')]
  const ffmpeg = (command: string, file: string) =>
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...command.split(' '), file])
  const inputs = `-i ${demoFilm} -f lavfi -i testsrc2=s=640x360:r=30 -f lavfi -i sine`
  const picture = '[0:v]scale=1920:1080,fps=30[screen];[screen][1:v]overlay=1240:680'
  const codecs = '-c:v libx265 -preset ultrafast -x265-params log-level=error -b:v 4M -c:a aac'
  ffmpeg(`${inputs} -filter_complex ${picture} -map 2:a -t ${clipSeconds} ${codecs} -tag:v hvc1`, clip)
  ffmpeg(`-stream_loop ${(minutes * 60) / clipSeconds - 1} -i ${clip} -c copy -tag:v hvc1`, film)
  return film
}

const admin = demoAccounts.flatMap(({ people }) => people).find(({ email }) => email.startsWith('admin@'))

/** Returns the cookies of the admin's session. */
async function signIn(origin: string): Promise<string> {
  const headers = await writer(origin)
  const body = JSON.stringify({ email: admin?.email, password: admin?.password })
  const reply = await fetch(`${origin}/auth/login`, { method: 'POST', headers, body })
  if (!reply.ok) throw new Error(`the admin could not log in: ${reply.status}`)
  return reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Uploads a film for a video, in parts as browsers do. */
async function upload(origin: string, cookie: string, film: Buffer): Promise<void> {
  const start = {
    purpose: 'film',
    videoId,
    name: 'lesson.mp4',
    length: film.length,
    modifiedAt: '2026-11-20T08:00:00.000Z',
    digest: createHash('sha256').update(film).digest('hex'),
    password: admin?.password,
  }
  const headers = await writer(origin, cookie)
  const started = await fetch(`${origin}/api/uploads`, {
    method: 'POST',
    headers,
    body: JSON.stringify(start),
  })
  if (started.status !== 201) throw new Error(`the upload was refused: ${await started.text()}`)
  const { id } = (await started.json()) as { id: string }
  for (let offset = 0; offset < film.length; offset += partBytes) {
    const part = await fetch(`${origin}/api/uploads/${id}`, {
      method: 'PATCH',
      headers: {
        ...headers,
        'content-type': 'application/offset+octet-stream',
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
      },
      body: new Uint8Array(film.subarray(offset, offset + partBytes)),
    })
    if (part.status !== 204) throw new Error(`a part was refused: ${await part.text()}`)
  }
}

/** Waits until the film of the video is ready. */
async function until(origin: string, cookie: string): Promise<void> {
  for (;;) {
    const reply = await fetch(`${origin}/api/admin/processing?videoId=${videoId}`, { headers: { cookie } })
    const { jobs } = (await reply.json()) as { jobs: { state: string; refusal: string | null }[] }
    if (jobs[0]?.state === 'done') return
    if (jobs[0]?.state === 'refused') throw new Error(`the film was refused: ${jobs[0].refusal}`)
    await wait(1_000)
  }
}

const paths = ['/', '/content', `/content/video/${videoId}`, '/api/videos', '/api/user-session']

/** Asks for one after the other, with pauses, and returns within how many milliseconds 95 of 100 replies are there. */
async function replies(origin: string, goesOn: (asked: number) => boolean): Promise<number> {
  const times: number[] = []
  while (goesOn(times.length)) {
    const began = performance.now()
    const reply = await fetch(`${origin}${paths[times.length % paths.length]}`)
    await reply.arrayBuffer()
    times.push(performance.now() - began)
    await wait(10)
  }
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN
}
