import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { momentsOf, pictureAt, plannedStoryboard, rowsOf, type Storyboard } from './storyboard.ts'

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
