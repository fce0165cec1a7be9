import { expect, test } from 'vitest'
import { createMovableClock, isMovable, systemClock } from './clock.ts'

test('the system clock shows one time as both, and cannot be moved', () => {
  const before = Date.now()
  expect(systemClock.now().getTime()).toBeGreaterThanOrEqual(before)
  expect(systemClock.real().getTime()).toBeGreaterThanOrEqual(before)
  expect(isMovable(systemClock)).toBe(false)
})

test('a movable clock moves business time alone, forward alone', () => {
  const real = new Date('2026-11-21T10:00:00Z')
  const clock = createMovableClock(1_000, () => real)
  clock.moveForward(2_000)
  expect(clock.now()).toEqual(new Date('2026-11-21T10:00:03Z'))
  expect(clock.real()).toEqual(real)
  expect(clock.aheadMs).toBe(3_000)
  expect(() => clock.moveForward(-1)).toThrow('forward only')
  expect(isMovable(clock)).toBe(true)
})
