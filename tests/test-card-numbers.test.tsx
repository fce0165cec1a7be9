import { expect, test } from 'vitest'
import { testCards } from '#server/platform/outside/sandbox/test-cards.ts'
import { testNumbers } from '#web/books/cards/test-numbers.tsx'

test('the screens list the test numbers that the sandbox takes', () => {
  const listed = testNumbers.map(({ number }) => number.replaceAll(' ', ''))
  expect(listed.toSorted()).toEqual(testCards.map(({ number }) => number).toSorted())
})
