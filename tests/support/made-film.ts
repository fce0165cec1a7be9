import { execFileSync, spawnSync } from 'node:child_process'
import { expect } from 'vitest'
import { measureFilm } from '#server/library/catalogue-files/measure-film.ts'
import type { MadeFilm } from '#server/library/processing/make-film.ts'
import type { FilmForm } from './film-forms.ts'

/**
 * Expects what was made of a form to play everywhere: its length within a tenth of a second, upright, with square pixels
 * and a constant rate, flash and beep at the second where they were, and the picture copied or not as the form says.
 */
export async function expectGoodFilm(
  film: MadeFilm,
  { form, source, seconds }: { form: FilmForm; source: string; seconds: number },
): Promise<void> {
  const { path, size } = film.film
  expect(await measureFilm(path)).toEqual({ durationSeconds: film.durationSeconds, warnings: [], ...size })
  expect(Math.abs(film.durationSeconds - seconds)).toBeLessThan(0.1)
  const { width, height, sample_aspect_ratio, r_frame_rate, avg_frame_rate, side_data_list } = shown(path)
  expect([[width, height], sample_aspect_ratio ?? '1:1', side_data_list]).toEqual([
    form.size,
    '1:1',
    undefined,
  ])
  expect(r_frame_rate).toBe(avg_frame_rate)
  expect(pictureHash(path) === pictureHash(source)).toBe(form.isPictureCopied)
  const [flash, beep] = flashAndBeep(path)
  expect(Math.abs(flash - 1)).toBeLessThan(0.1)
  if (form.hasSound) expect(Math.abs(beep - flash)).toBeLessThan(0.1)
}

/** Hash of a file's video track as it is stored. */
function pictureHash(path: string): string {
  return execFileSync('ffmpeg', [
    '-v',
    'error',
    '-i',
    path,
    '-map',
    '0:v:0',
    '-c',
    'copy',
    '-f',
    'hash',
    '-',
  ]).toString()
}

/** Seconds at which the flash and the beep begin. */
function flashAndBeep(path: string): [number, number] {
  const { stderr } = spawnSync(
    'ffmpeg',
    [
      [
        '-hide_banner',
        '-i',
        path,
        '-vf',
        'blackdetect=d=0.1:pix_th=0.3',
        '-af',
        'silencedetect=n=-40dB:d=0.2',
      ],
      ['-f', 'null', '-'],
    ].flat(),
  )
  const seconds = (pattern: RegExp) => Number(pattern.exec(String(stderr))?.[1])
  return [seconds(/black_end:([\d.]+)/), seconds(/silence_end: ([\d.]+)/)]
}

type Shown = {
  width: number
  height: number
  sample_aspect_ratio?: string
  r_frame_rate: string
  avg_frame_rate: string
  side_data_list?: unknown
}
/** The description of the one video track of a film. */
export function shown(path: string): Shown {
  const text = execFileSync('ffprobe', [
    '-v',
    'error',
    '-of',
    'json',
    '-show_streams',
    '-select_streams',
    'v',
    path,
  ])
  const [picture, ...more] = JSON.parse(text.toString()).streams
  expect(more).toEqual([])
  return picture
}
