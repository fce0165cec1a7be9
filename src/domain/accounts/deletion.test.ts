import { expect, test } from 'vitest'
import { deletionDue } from './deletion.ts'

test('a deletion is due exactly fourteen days after its request', () => {
  expect(deletionDue(new Date('2026-11-21T10:00:00.123Z'))).toEqual(new Date('2026-12-05T10:00:00.123Z'))
})

test('summer time does not move it', () => {
  expect(deletionDue(new Date('2026-10-20T22:30:00Z'))).toEqual(new Date('2026-11-03T22:30:00Z'))
})
