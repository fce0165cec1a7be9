import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  momentsOf,
  pictureAt,
  plannedStoryboard,
  readStoryboard,
  rowsOf,
  type Storyboard,
} from './storyboard.ts'

const grid: Storyboard = { width: 160, height: 90, columns: 3, count: 5, everySeconds: 4 }

describe('the picture of a second', () => {
  test.each([
    [0, 0, 0],
    [3, 0, 0],
    [3.999, 0, 0],
    [4, 1, 0],
    [8, 2, 0],
    [12, 0, 1],
    [16, 1, 1],
    [19, 1, 1],
    // outside the film
    [20, 1, 1],
    [500, 1, 1],
    [-3, 0, 0],
  ])('at %d s is in column %d of row %d', (second, column, row) => {
    expect(pictureAt(grid, second)).toEqual({ column, row })
  })

  test('is not the previous one if the interval has no exact binary form', () => {
    const board = { ...grid, columns: 10, count: 10, everySeconds: 2.1 }
    expect([2.1, 4.2, 6.3, 8.4, 10.5].map((second) => pictureAt(board, second).column)).toEqual([
      1, 2, 3, 4, 5,
    ])
  })
})

describe('the storyboard that is made of a film', () => {
  test.each([
    [1, 1, 1, 1, 2],
    [4, 2, 2, 1, 2],
    [44, 22, 10, 3, 2],
    [200, 100, 10, 10, 2],
    [201, 67, 10, 7, 3],
    [285, 95, 10, 10, 3],
    [3_600, 100, 10, 10, 36],
    [86_400, 100, 10, 10, 864],
  ])(
    'of %d s has %d pictures in %d columns and %d rows, every %d s',
    (seconds, count, columns, rows, every) => {
      const board = plannedStoryboard(seconds)
      expect([board.count, board.columns, rowsOf(board), board.everySeconds]).toEqual([
        count,
        columns,
        rows,
        every,
      ])
    },
  )

  test('has at most 100 pictures, each taken within the film and within its interval', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400_000 }), (seconds) => {
        const board = plannedStoryboard(seconds)
        const moments = momentsOf(board, seconds)
        expect(moments).toHaveLength(board.count)
        expect(board.count).toBeLessThanOrEqual(100)
        expect(board.count * board.everySeconds).toBeGreaterThanOrEqual(seconds)
        moments.forEach((moment, place) => {
          expect(moment).toBeGreaterThanOrEqual(place * board.everySeconds)
          expect(moment).toBeLessThan(seconds)
          const { column, row } = pictureAt(board, moment)
          expect(row * board.columns + column).toBe(place)
        })
      }),
    )
  })
})

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
