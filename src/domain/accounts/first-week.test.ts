import { expect, test } from 'vitest'
import { firstWeekEnd, firstWeekMessage } from './first-week.ts'

const start = new Date('2026-11-21T10:00:00Z')
const after = (days: number, ms = 0) => new Date(start.getTime() + days * 86_400_000 + ms)

test.each([
  ['in the hour of the confirmation', after(0), undefined],
  ['a moment before the first day is over', after(1, -1), undefined],
  ['after a day', after(1), 'begin'],
  ['a moment before the third day is over', after(3, -1), 'begin'],
  ['after three days', after(3), 'habits'],
  ['after six days', after(6), 'more'],
  ['after an outage of six days: the last one alone', after(6, 1), 'more'],
  ['a moment before the week is over', after(7, -1), 'more'],
  ['once the week is over', after(7), undefined],
  ['a year later', after(365), undefined],
  ['before the start, by a clock that was put back', after(-1), undefined],
] as const)('%s', (_, now, step) => {
  expect(firstWeekMessage(start, now)).toBe(step)
})

test('the week ends seven days after its start', () => {
  expect(firstWeekEnd(start)).toEqual(after(7))
})
