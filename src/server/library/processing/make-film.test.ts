import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { measureFilm } from '#server/library/catalogue-files/measure-film.ts'
import { measureLoudness } from '#server/platform/outside/ffmpeg-convert.ts'
import { describeWithFfmpeg, endlessFfmpeg, fakeFfmpeg, ffmpegAt } from '#support/fake-ffmpeg.ts'
import { filmForms, makeForm, smallForms } from '#support/film-forms.ts'
import { folderOfTests } from '#support/folders.ts'
import { expectGoodFilm, shown } from '#support/made-film.ts'
import { inLongForm } from '#support/rounds.ts'
import { type FilmStep, makeFilm } from './make-film.ts'

const folder = folderOfTests()
let made: string
beforeEach(() => {
  made = mkdtempSync(join(folder, 'made-'))
})

// ffmpeg gives way to everything else on the machine
const patience = 240_000

/** At the priority of the tests, beside which the lowest would take minutes. */
const quick = { ...ffmpegAt('ffmpeg'), priority: getPriority() }

const never = new AbortController().signal
const make = (path: string, onStep: (step: FilmStep) => void = () => undefined, signal = never) =>
  makeFilm(quick, path, { folder: made, onStep, signal })

function keyTimes(path: string): number[] {
  const options = [
    '-v',
    'error',
    '-select_streams',
    'v',
    '-show_entries',
    'packet=pts_time,flags',
    '-of',
    'csv=p=0',
  ]
  const lines = execFileSync('ffprobe', [...options, path])
    .toString()
    .split('\n')
  return lines.filter((line) => line.includes(',K')).map((line) => Number(line.split(',')[0]))
}

const { sources, forms } = filmForms(smallForms)
/** At a commit those that went wrong most often. */
const tried = inLongForm ? forms : forms.filter(({ name }) => /turned by 90|HEVC of 10 bit/.test(name))

describeWithFfmpeg('of a film', () => {
  beforeAll(() => {
    for (const source of sources) makeForm(folder, source)
  })

  test.each(tried.map((form) => [form.name, form] as const))(
    '%s one is made that plays everywhere',
    async (_, form) => {
      const source = makeForm(folder, form)
      const film = await make(source)
      if ('refused' in film) throw new Error(`it was refused: ${film.refused}`)
      await expectGoodFilm(film, { form, source, seconds: 3 })
      expect(film.small).toBeUndefined()
      // where the picture ends early, the last moment has none
      expect(film.posters.length).toBeGreaterThanOrEqual(2)
      const poster = await sharp(film.posters[1]).metadata()
      expect([poster.width, poster.height]).toEqual(form.size)
      expect(film.board?.storyboard).toMatchObject({ count: 2, everySeconds: 2, width: 192 })
    },
    patience,
  )

  if (inLongForm)
    test(
      'twice as large and above 450 kbit/s, a smaller one is made beside it',
      async () => {
        const command =
          '-f lavfi -i testsrc2=s=1280x960:r=10:d=2,noise=alls=40:allf=t -f lavfi -i sine=d=2 -c:v libx265 -preset ultrafast -x265-params log-level=error -c:a aac'
        const steps: FilmStep[] = []
        const film = await make(makeForm(folder, { command, file: 'large.mp4' }), (step) => steps.push(step))
        if ('refused' in film) throw new Error(`it was refused: ${film.refused}`)
        const sizes = [film.film.path, film.small?.path ?? '']
          .map(shown)
          .map(({ width, height }) => [width, height])
        expect(sizes).toEqual([
          [1280, 960],
          [960, 720],
        ])
        const small = await measureFilm(film.small?.path ?? '')
        expect(small).toMatchObject({
          warnings: [],
          durationSeconds: expect.closeTo(film.durationSeconds, 1),
        })
        expect([...new Set(steps.map(({ name }) => name))]).toEqual(['reading', 'measuring', 'converting'])
        expect(steps.at(-1)?.share).toBeGreaterThan(0.9)
        // louder than -13 LUFS, a sine is made quieter
        const keys = keyTimes(film.film.path)
        expect(keys).toEqual([0])
      },
      patience,
    )

  test(
    'of 5 seconds, a key frame comes each 4',
    async () => {
      const command = '-f lavfi -i testsrc2=s=160x90:r=10:d=5 -c:v mpeg4'
      // it runs with its limits of memory only; a folder tells the blocks that a file may have
      const { path } = fakeFfmpeg(
        'case "$*" in *"-max_alloc 268435456 "*"-max_pixels 33177600 "*) ;; *) exit 1;; esac\nmkdir -p "$(dirname "$0")/$(ulimit -f)"; exec ffmpeg "$@"',
      )
      symlinkSync(execFileSync('which', ['ffprobe']).toString().trim(), join(dirname(path), 'ffprobe'))
      const film = await makeFilm(
        { ...quick, program: path },
        makeForm(folder, { command, file: 'five.mp4' }),
        {
          folder: made,
          onStep: () => undefined,
          signal: never,
        },
      )
      expect('film' in film && keyTimes(film.film.path)).toEqual([0, 4])
      expect(readdirSync(dirname(path)).filter((name) => /^\d+$/.test(name))).toEqual([
        String(Math.ceil((5 * 1_300_000 + 16 * 1024 * 1024) / 512)),
      ])
    },
    patience,
  )

  test(
    'that is too quiet, the sound becomes louder',
    async () => {
      const command =
        '-f lavfi -i testsrc2=s=160x90:r=10:d=5 -f lavfi -i sine=d=5 -af volume=-30dB -c:v mpeg4 -c:a aac'
      const film = await make(makeForm(folder, { command, file: 'quiet.mp4' }))
      if ('refused' in film) throw new Error(`it was refused: ${film.refused}`)
      await using handle = await open(film.film.path, 'r')
      expect((await measureLoudness(quick, handle, 1, never)).integrated).toBeCloseTo(-16, 0)
    },
    patience,
  )
})

test('a film of an hour may take twenty, and not a moment more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const endless = endlessFfmpeg()
  const picture = {
    index: 0,
    codec_type: 'video',
    codec_name: 'hevc',
    width: 320,
    height: 180,
    pix_fmt: 'yuv420p',
    r_frame_rate: '25/1',
    avg_frame_rate: '25/1',
  }
  const described = JSON.stringify({ format: { duration: '3600' }, streams: [picture] })
  writeFileSync(join(dirname(endless.path), 'ffprobe'), `#!/bin/sh\necho '${described}'\n`)
  const film = join(folder, 'any.mp4')
  writeFileSync(film, 'any')
  const making = makeFilm(ffmpegAt(endless.path), film, {
    folder: made,
    onStep: () => undefined,
    signal: never,
  })
  let isMade = false
  void making.then(() => {
    isMade = true
  })
  while (endless.pid() === undefined) await new Promise((next) => setImmediate(next))
  await vi.advanceTimersByTimeAsync(20 * 3_600_000 - 1)
  // time enough for the end of a killed program to be noticed
  const since = performance.now()
  while (performance.now() - since < 500) await new Promise((next) => setImmediate(next))
  expect(isMade).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await making).toEqual({ refused: 'took-too-long' })
})

test('a film for which ffmpeg takes too long is refused, and ffmpeg ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const endless = endlessFfmpeg()
  const film = join(folder, 'any.mp4')
  writeFileSync(film, 'any')
  const making = makeFilm(ffmpegAt(endless.path), film, {
    folder: made,
    onStep: () => undefined,
    signal: never,
  })
  while (endless.pid() === undefined) await new Promise((next) => setImmediate(next))
  await vi.advanceTimersByTimeAsync(599_999)
  expect([vi.getTimerCount(), endless.isRunning()]).toEqual([1, true])
  await vi.advanceTimersByTimeAsync(1)
  expect(await making).toEqual({ refused: 'took-too-long' })
  await expect.poll(endless.isRunning).toBe(false)
})
