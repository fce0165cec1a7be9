import { expect, test } from 'vitest'
import { newPlayedCounter } from './played-counter.ts'

test('played time is counted, each time from the last report', () => {
  const played = newPlayedCounter()
  for (const second of [0, 0.25, 0.5, 1.35]) played.reached(second)
  expect(played.take()).toBe(1.4)
  expect(played.take()).toBe(0)
  played.reached(2.35)
  expect(played.take()).toBe(1)
})

test('skipped parts do not count, repeated ones do', () => {
  const played = newPlayedCounter()
  played.reached(0)
  played.reached(10)
  played.jumped()
  played.reached(50)
  played.reached(52)
  played.jumped()
  played.reached(0)
  played.reached(10)
  expect(played.take()).toBe(22)
})

test('without a reported jump, none back subtracts anything', () => {
  const played = newPlayedCounter()
  played.reached(30)
  played.reached(5)
  played.reached(6)
  expect(played.take()).toBe(1)
})
