import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Ffmpeg } from './film-pictures.ts'

const run = promisify(execFile)
const rememberedMs = 60_000
const answers = new Map<string, { readonly until: number; readonly answer: Promise<boolean> }>()

/** Returns whether ffmpeg can be started; the answer of each program is remembered for a minute. */
export function hasFfmpeg(ffmpeg: Ffmpeg | undefined): Promise<boolean> {
  if (!ffmpeg) return Promise.resolve(false)
  const now = performance.now()
  const known = answers.get(ffmpeg.program)
  if (known && known.until > now) return known.answer
  const answer = run(ffmpeg.program, ['-version'], {
    env: { PATH: ffmpeg.searchPath },
    timeout: 10_000,
  }).then(
    () => true,
    () => false,
  )
  answers.set(ffmpeg.program, { until: now + rememberedMs, answer })
  return answer
}
