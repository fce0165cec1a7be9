import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isoDuration, minutesAndSeconds, totalDuration } from './durations.ts'

describe('a duration is displayed as minutes:seconds', () => {
  test.each([
    [0, '0:00'],
    [5, '0:05'],
    [59.9, '0:59'],
    [60, '1:00'],
    [64, '1:04'],
    [754, '12:34'],
    [3605, '60:05'],
    [Number.NaN, '0:00'],
    [Number.POSITIVE_INFINITY, '0:00'],
    [-3, '0:00'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(minutesAndSeconds(seconds)).toBe(text)
  })

  test('no second is lost', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (seconds) => {
        const [minutes = '', rest = ''] = minutesAndSeconds(seconds).split(':')
        expect(Number(minutes) * 60 + Number(rest)).toBe(seconds)
        expect(rest).toHaveLength(2)
      }),
    )
  })
})

describe('a sum is displayed in hours and minutes', () => {
  test.each([
    [0, { hours: 0, minutes: 0, seconds: 0 }],
    [45, { hours: 0, minutes: 0, seconds: 45 }],
    [60, { hours: 0, minutes: 1, seconds: 0 }],
    [89, { hours: 0, minutes: 1, seconds: 0 }],
    [90, { hours: 0, minutes: 2, seconds: 0 }],
    [3590, { hours: 1, minutes: 0, seconds: 0 }],
    [7140, { hours: 1, minutes: 59, seconds: 0 }],
    [764_520, { hours: 212, minutes: 22, seconds: 0 }],
  ])('%d seconds', (seconds, total) => {
    expect(totalDuration(seconds)).toEqual(total)
  })

  test('it is never off by more than half a minute', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), (sum) => {
        const { hours, minutes, seconds } = totalDuration(sum)
        expect(Math.abs(hours * 3600 + minutes * 60 + seconds - sum)).toBeLessThanOrEqual(30)
        expect(minutes).toBeLessThan(60)
      }),
    )
  })
})

test('machines read ISO 8601', () => {
  expect(isoDuration(64)).toBe('PT64S')
})
