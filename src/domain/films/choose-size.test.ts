import { describe, expect, test } from 'vitest'
import { type Choosing, chooseSize } from './choose-size.ts'

const large = { height: 1080, kilobitsPerSecond: 840 }
const small = { height: 720, kilobitsPerSecond: 372 }
const smallest = { height: 480, kilobitsPerSecond: 276 }

describe.each([
  ['tallest first', [large, small]],
  ['smallest first', [small, large]],
])('of two sizes, %s', (_, sizes) => {
  test.each<[string, Choosing, typeof large]>([
    ['nothing is known', { wanted: 0 }, large],
    ['the line carries the large one one and a half times', { wanted: 0, kilobitsPerSecond: 1260 }, large],
    ['the line carries it hardly', { wanted: 0, kilobitsPerSecond: 1259 }, small],
    ['the line carries neither', { wanted: 0, kilobitsPerSecond: 50 }, small],
    ['the browser saves data', { wanted: 0, savesData: true, kilobitsPerSecond: 100_000 }, small],
    ['the player is no taller than the small one', { wanted: 0, playerHeight: 720 }, small],
    ['the player is taller', { wanted: 0, playerHeight: 721 }, large],
    ['it is played at twice the speed', { wanted: 0, kilobitsPerSecond: 2519, speed: 2 }, small],
    ['the line carries twice the speed', { wanted: 0, kilobitsPerSecond: 2520, speed: 2 }, large],
    ['it is played slowly', { wanted: 0, kilobitsPerSecond: 630, speed: 0.5 }, large],
    ['the viewer wants the large one', { wanted: 1080, savesData: true, kilobitsPerSecond: 50 }, large],
    ['the viewer wants the small one', { wanted: 720, kilobitsPerSecond: 100_000 }, small],
    ['the viewer wants one between them', { wanted: 900 }, small],
    ['the viewer wants a smaller one than there is', { wanted: 480 }, small],
    ['the viewer wants a larger one than there is', { wanted: 2160, kilobitsPerSecond: 50 }, large],
  ])('where %s', (_, choosing, chosen) => {
    expect(chooseSize(sizes, choosing)).toBe(chosen)
  })
})

test('of three sizes, the middle one is chosen if the bandwidth allows no more', () => {
  const sizes = [large, small, smallest]
  expect(chooseSize(sizes, { wanted: 0, kilobitsPerSecond: 600 })).toBe(small)
  expect(chooseSize(sizes, { wanted: 0, playerHeight: 500 })).toBe(small)
  expect(chooseSize(sizes, { wanted: 0 })).toBe(large)
})

test('a taller one that needs less than the one between them is taken', () => {
  const costly = { height: 720, kilobitsPerSecond: 5000 }
  expect(chooseSize([large, costly, smallest], { wanted: 0, kilobitsPerSecond: 2000 })).toBe(large)
})

test('a film with one size is played in it, one without any in none', () => {
  expect(chooseSize([large], { wanted: 720, kilobitsPerSecond: 50 })).toBe(large)
  expect(chooseSize([], { wanted: 0 })).toBeUndefined()
})
