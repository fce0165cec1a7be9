import { expect, test } from 'vitest'
import { chapterAt } from './control-menus.tsx'

const chapters = [
  { startSeconds: 0, title: 'One' },
  { startSeconds: 20, title: 'Two' },
]

test.each([
  [0, 0],
  [19.9, 0],
  [20, 1],
  [500, 1],
])('second %d is in chapter %d', (seconds, index) => {
  expect(chapterAt(chapters, seconds)).toBe(index)
})

test('a film without chapters is in none', () => {
  expect(chapterAt([], 5)).toBe(-1)
})
