import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, onTestFinished, test } from 'vitest'
import type { Ffmpeg } from '#server/platform/outside/film-pictures.ts'

/** A program by its path, or its name. */
export const ffmpegAt = (program: string): Ffmpeg => ({ program, searchPath: process.env.PATH ?? '' })

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).error === undefined

/** Tests that need ffmpeg; without it they are skipped with a line. */
export function describeWithFfmpeg(name: string, tests: () => void): void {
  if (hasFfmpeg) describe(name, tests)
  else process.stdout.write(`Not tried, for lack of ffmpeg: ${name}\n`)
}

/** A test that needs ffmpeg; without it, it is skipped with a line. */
export const testWithFfmpeg: (name: string, work: () => Promise<void>) => void = hasFfmpeg
  ? test
  : (name) => void process.stdout.write(`Not tried, for lack of ffmpeg: ${name}\n`)

/** A fake ffmpeg, with a record of its runs. */
export type FakeFfmpeg = {
  readonly path: string
  /** Output of the run under a name: `echo 1 >$0.told` stores `1` under `told`; undefined without output. */
  left(name: string): string | undefined
}

/** A shell script in place of ffmpeg, for the rest of a test. */
export function fakeFfmpeg(script: string): FakeFfmpeg {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-ffmpeg-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'ffmpeg')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return {
    path,
    left: (name) => (existsSync(`${path}.${name}`) ? readFileSync(`${path}.${name}`, 'utf8') : undefined),
  }
}

/** ffmpeg and ffprobe that run until they are killed. */
export function endlessFfmpeg() {
  // it may not write files
  const { path } = fakeFfmpeg('mkdir "$(dirname "$0")/run.$$"; exec sleep 600')
  copyFileSync(path, join(dirname(path), 'ffprobe'))
  const pid = () => {
    const run = readdirSync(dirname(path)).find((name) => name.startsWith('run.'))
    return run === undefined ? undefined : Number(run.slice('run.'.length))
  }
  return {
    path,
    /** Undefined before it runs. */
    pid,
    isRunning(): boolean {
      try {
        return process.kill(pid() ?? 0, 0)
      } catch {
        return false
      }
    },
  }
}

/** Draws a picture of that many bytes, all of them grey. */
export function drawing(bytes: number): string {
  return `head -c ${bytes} /dev/zero | tr '\\0' '\\200'`
}
