import { describe, expect, test } from 'vitest'
import type { Storyboard } from '#domain/catalogue/storyboard.ts'
import { readStoryboard } from './storyboard-track.ts'

const grid: Storyboard = { width: 160, height: 90, columns: 3, count: 5, everySeconds: 4 }

/** As written by tools: pictures of 160 × 90 in rows of three, each for four seconds. */
function cuesOf(parts: readonly string[], starts = parts.map((_, n) => n * 4)): string {
  const time = (seconds: number) => `00:00:${seconds.toFixed(3).padStart(6, '0')}`
  const cues = parts.map(
    (part, n) => `${time(starts[n] ?? 0)} --> ${time((starts[n] ?? 0) + 4)}\nstoryboard.webp#xywh=${part}\n`,
  )
  return `WEBVTT\n\n${cues.join('\n')}`
}
const five = ['0,0,160,90', '160,0,160,90', '320,0,160,90', '0,90,160,90', '160,90,160,90']
const sheet = { name: 'storyboard.webp', width: 480, height: 180 }
const read = (text: string, of = sheet) => readStoryboard(text, of, 20)

describe('a storyboard in WebVTT', () => {
  test.each([
    ['of five pictures', cuesOf(five), grid],
    ['with the unit of its numbers', cuesOf(five.map((part) => `pixel:${part}`)), grid],
    ['with times that are rounded to seconds', cuesOf(five, [0, 4, 8, 12, 16]), grid],
    ['with uneven times', cuesOf(five, [0, 3.6, 7.2, 10.8, 14.4]), { ...grid, everySeconds: 3.6 }],
    ['of one row', cuesOf(five.slice(0, 3)), { ...grid, count: 3 }],
    ['of one picture', cuesOf(five.slice(0, 1)), { ...grid, columns: 1, count: 1, everySeconds: 20 }],
    ['with a mark in front and Windows line ends', `\uFEFF${cuesOf(five).replaceAll('\n', '\r\n')}`, grid],
  ])('%s is read', (_, text, storyboard) => {
    expect(read(text)).toEqual({ storyboard })
  })

  test.each([
    ['no WebVTT', 'storyboard.webp', [{ line: 1, code: 'vtt-header-missing' }]],
    ['a cue after the end', cuesOf(five, [0, 5, 10, 15, 20]), [{ line: 15, code: 'vtt-cue-outside' }]],
    [
      'another picture',
      cuesOf(five).replace('.webp#xywh=320', '.jpg#xywh=320'),
      [{ line: 10, code: 'storyboard-cue' }],
    ],
    [
      'an address',
      cuesOf(five).replace('storyboard', 'https://example.org/storyboard'),
      [{ line: 4, code: 'storyboard-cue' }],
    ],
    ['no part', cuesOf(five).replace('#xywh=0,0,160,90', ''), [{ line: 4, code: 'storyboard-cue' }]],
    ['a part in per cent', cuesOf(['percent:0,0,50,50']), [{ line: 4, code: 'storyboard-cue' }]],
    ['a part without an extent', cuesOf(['0,0,0,90']), [{ line: 4, code: 'storyboard-cue' }]],
    ['a part that begins before the picture', cuesOf(['-1,0,160,90']), [{ line: 4, code: 'storyboard-cue' }]],
    [
      'a gap, and all that follows from it, once',
      cuesOf(['0,0,160,90', '161,0,160,90', '320,0,160,90']),
      [{ line: 7, code: 'storyboard-grid' }],
    ],
    ['pictures of two sizes', cuesOf(['0,0,160,90', '160,0,80,90']), [{ line: 7, code: 'storyboard-grid' }]],
    ['a first picture elsewhere', cuesOf(['0,90,160,90']), [{ line: 4, code: 'storyboard-grid' }]],
    [
      'a part beyond the right edge',
      cuesOf([...five.slice(0, 3), '480,0,160,90']),
      [{ line: 13, code: 'storyboard-outside' }],
    ],
    [
      'a part beyond the lower edge',
      cuesOf(['0,0,160,90', '0,90,160,90', '0,180,160,90']),
      [{ line: 10, code: 'storyboard-outside' }],
    ],
    [
      'a picture for longer than the others',
      cuesOf(five, [0, 4, 8, 9, 16]),
      [{ line: 13, code: 'storyboard-time' }],
    ],
    ['a late beginning', cuesOf(five.slice(0, 2), [1, 4]), [{ line: 4, code: 'storyboard-time' }]],
    ['no time at all', cuesOf(five.slice(0, 2), [0, 0]), [{ line: 4, code: 'storyboard-time' }]],
  ])('with %s is refused', (_, text, mistakes) => {
    expect(read(text)).toEqual({ mistakes })
  })
})
