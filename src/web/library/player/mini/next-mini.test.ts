import { describe, expect, test } from 'vitest'
import { type Around, type Mini, nextMini, notMini } from './next-mini.ts'

const reading: Around = { outOfSight: true, playing: true, ended: false, elsewhere: false }
const small: Mini = { shown: true, closed: false }
const closed: Mini = { shown: false, closed: true }

describe('a film whose place', () => {
  test.each<[string, Mini, Partial<Around>, 'play' | 'close' | undefined, Mini]>([
    ['is out of sight becomes small while it plays', notMini, {}, undefined, small],
    ['is out of sight stays away while it is paused', notMini, { playing: false }, undefined, notMini],
    ['is out of sight stays small when it is paused there', small, { playing: false }, undefined, small],
    ['is in sight again is large', small, { outOfSight: false }, undefined, notMini],
    ['is out of sight goes when it is closed', small, {}, 'close', closed],
    ['is out of sight stays closed', closed, {}, undefined, closed],
    ['is out of sight stays closed while it is paused', closed, { playing: false }, undefined, closed],
    ['is out of sight comes back when it is played anew', closed, {}, 'play', small],
    ['has been in sight again may be small again', closed, { outOfSight: false }, undefined, notMini],
    [
      'is out of sight is not small once it has ended',
      small,
      { ended: true, playing: false },
      undefined,
      notMini,
    ],
    [
      'is out of sight is not small while it is shown elsewhere',
      small,
      { elsewhere: true },
      undefined,
      notMini,
    ],
    ['was closed stays so while it is shown elsewhere', closed, { elsewhere: true }, undefined, closed],
  ])('%s', (_, before, change, event, after) => {
    expect(nextMini(before, { ...reading, ...change }, event)).toEqual(after)
  })
})
