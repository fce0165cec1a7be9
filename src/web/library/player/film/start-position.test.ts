import { describe, expect, test } from 'vitest'
import { askedPosition, startPosition } from './start-position.ts'

describe('a film begins', () => {
  test.each<[string, number | undefined, number, number, number]>([
    ['at the beginning', undefined, 0, 60, 0],
    ['where the viewer stopped', undefined, 31.5, 60, 31.5],
    ['at the beginning when the viewer stopped in the last five seconds', undefined, 55, 60, 0],
    ['just before them where that is', undefined, 54.9, 60, 54.9],
    ['at the beginning when the film became shorter', undefined, 90, 60, 0],
    ['where the address asks, whatever was watched', 12, 31.5, 60, 12],
    ['at the very beginning when the address asks for that', 0, 31.5, 60, 0],
    ['five seconds before the end when the address asks for more', 3600, 0, 60, 55],
    ['at the beginning of a film of three seconds', 2, 2, 3, 0],
    ['where the viewer stopped when the length is unknown', undefined, 40, 0, 40],
    ['at the beginning when the position is no number', undefined, Number.NaN, 60, 0],
  ])('%s', (_, asked, stopped, duration, start) => {
    expect(startPosition(asked, stopped, duration)).toBe(start)
  })
})

describe('the moment in the address', () => {
  test.each([
    ['90', 90],
    ['90s', 90],
    ['1m30s', 90],
    ['1m30', 90],
    ['2m', 120],
    ['1h1m1s', 3661],
    ['12.5', 12.5],
    ['0', 0],
    ['', undefined],
    [null, undefined],
    ['soon', undefined],
    ['-5', undefined],
    ['1e9', undefined],
  ])('%j is %s', (t, seconds) => {
    expect(askedPosition(t)).toBe(seconds)
  })
})
