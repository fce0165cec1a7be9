import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  begunBefore,
  markedUnseen,
  playbackStarted,
  resumeSeconds,
  sameViewing,
  stoppedAt,
  type Viewing,
} from './viewing.ts'

const monday = new Date('2026-11-02T10:00:00Z')
const friday = new Date('2026-11-06T10:00:00Z')
const seen: Viewing = { viewedAt: monday, seen: true, positionSeconds: 40 }
const unseen: Viewing = { ...seen, seen: false }

describe('seen and unseen', () => {
  test.each([
    ['a video never viewed', undefined, { viewedAt: friday, seen: true, positionSeconds: 0 }],
    ['an unseen one', unseen, { viewedAt: friday, seen: true, positionSeconds: 40 }],
    ['one seen before', seen, { viewedAt: friday, seen: true, positionSeconds: 40 }],
  ])('starting %s marks it seen, puts it first in the history and keeps the position', (_, before, after) => {
    expect(playbackStarted(before, friday)).toEqual(after)
  })

  test.each([
    ['a video never viewed', undefined, undefined],
    ['an unseen one', unseen, unseen],
    ['a seen one', seen, unseen],
  ])('marking %s as unseen keeps its history and position', (_, before, after) => {
    expect(markedUnseen(before)).toEqual(after)
  })
})

describe('the position', () => {
  test.each([
    [
      'a first one enters the history unseen',
      undefined,
      12.5,
      { viewedAt: friday, seen: false, positionSeconds: 12.5 },
    ],
    ['it does not set the seen mark', unseen, 50, { ...unseen, positionSeconds: 50 }],
    ['it does not take the seen mark', seen, 50, { ...seen, positionSeconds: 50 }],
    ['beyond the end it is the end', seen, 61, { ...seen, positionSeconds: 60 }],
    ['before the beginning it is the beginning', seen, -1, { ...seen, positionSeconds: 0 }],
  ])('%s', (_, before, position, after) => {
    expect(stoppedAt(before, position, 60, friday)).toEqual(after)
  })

  test('is always within the video, whatever the player reports', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.nat(100_000), (position, duration) => {
        const { positionSeconds } = stoppedAt(undefined, position, duration, friday)
        expect(positionSeconds).toBeGreaterThanOrEqual(0)
        expect(positionSeconds).toBeLessThanOrEqual(duration)
      }),
    )
  })
})

describe('resuming', () => {
  test.each([
    ['never viewed', undefined, 60, 0],
    ['in the middle', seen, 60, 40],
    ['just before the closing moments', { ...seen, positionSeconds: 56.9 }, 60, 56.9],
    ['in the closing moments of a minute', { ...seen, positionSeconds: 57 }, 60, 0],
    ['at the end', { ...seen, positionSeconds: 60 }, 60, 0],
    ['eleven seconds before the end of an hour', { ...seen, positionSeconds: 3589 }, 3600, 3589],
    ['ten seconds before the end of an hour', { ...seen, positionSeconds: 3590 }, 3600, 0],
    ['a video that became shorter', seen, 30, 0],
    ['a video without length', seen, 0, 0],
  ])('%s', (_, viewing, duration, position) => {
    expect(resumeSeconds(viewing, duration)).toBe(position)
  })
})

test.each([
  [undefined, undefined, true],
  [seen, undefined, false],
  [undefined, seen, false],
  [seen, { ...seen, viewedAt: new Date(monday) }, true],
  [seen, { ...seen, viewedAt: friday }, false],
  [seen, { ...seen, seen: false }, false],
  [seen, { ...seen, positionSeconds: 41 }, false],
])('two states are the same when nothing differs', (one, other, same) => {
  expect(sameViewing(one, other)).toBe(same)
})

describe('viewing as a visitor', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  const earlier = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const visitors = { viewedAt: earlier(10), seen: false, positionSeconds: 30 }

  test.each([
    ['counts where there is no record', undefined, visitors],
    [
      'counts over an older one, whose seen mark stays',
      { viewedAt: earlier(11), seen: true, positionSeconds: 3 },
      { ...visitors, seen: true },
    ],
    [
      'leaves one of the same instant',
      { viewedAt: earlier(10), seen: true, positionSeconds: 3 },
      { viewedAt: earlier(10), seen: true, positionSeconds: 3 },
    ],
    [
      'leaves a newer one',
      { viewedAt: earlier(9), seen: false, positionSeconds: 3 },
      { viewedAt: earlier(9), seen: false, positionSeconds: 3 },
    ],
  ])('%s', (_, before, after) => {
    expect(begunBefore(before, visitors, 60, now)).toEqual(after)
  })

  test('is neither in the future nor past the end', () => {
    const ahead = { viewedAt: earlier(-5), seen: true, positionSeconds: 99 }
    expect(begunBefore(undefined, ahead, 60, now)).toEqual({ viewedAt: now, seen: true, positionSeconds: 60 })
  })
})
