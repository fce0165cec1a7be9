import { describe, expect, test } from 'vitest'
import { couldContainLink, giftsDueOn, isGiftPicture } from './gift.ts'

describe('the gifts of a day are due from eight in the morning in the zone of the seller', () => {
  test.each([
    ['2026-12-24T06:59:59.999Z', 'Europe/Berlin', '2026-12-23'],
    ['2026-12-24T07:00:00.000Z', 'Europe/Berlin', '2026-12-24'],
    ['2026-12-24T22:59:00.000Z', 'Europe/Berlin', '2026-12-24'],
    ['2026-12-24T23:00:00.000Z', 'Europe/Berlin', '2026-12-24'],
    // the clock is put forward, and back, in the night before
    ['2026-03-29T06:00:00.000Z', 'Europe/Berlin', '2026-03-29'],
    ['2026-10-25T06:59:00.000Z', 'Europe/Berlin', '2026-10-24'],
    ['2026-12-24T15:59:00.000Z', 'America/Los_Angeles', '2026-12-23'],
    ['2026-12-24T16:00:00.000Z', 'America/Los_Angeles', '2026-12-24'],
    ['2027-01-01T05:00:00.000Z', 'Europe/Berlin', '2026-12-31'],
  ])('%s in %s: those up to %s', (now, zone, day) => {
    expect(giftsDueOn(new Date(now), zone)).toBe(day)
  })
})

describe('a message of a gift', () => {
  test.each([
    'https://evil.example',
    'See evil.example for more',
    'WWW.evil',
    'ftp://x',
    'write to me@here',
    'bücher.example',
    'xn--bcher-kva.example',
    'evil。example',
    '10.0.0.1',
    'c:\\\\server',
    'Hello.World',
  ])('could contain a link: %s', (message) => expect(couldContainLink(message)).toBe(true))

  test.each([
    '',
    'Happy birthday, Ada! Yours, Bob.',
    'Alles Gute zum 40. Geburtstag...\nDeine Oma',
    'z.B. am 24.12.2026, u.s.w.',
    'It costs 3.50: nothing. (Really.)',
  ])('contains none: %s', (message) => expect(couldContainLink(message)).toBe(false))
})

test.each([
  ['gift-tree.png', true],
  ['gift-tree.jpg', true],
  ['gift-tree.jpeg', true],
  ['gift-tree.svg', false],
  ['gift-tree.webp', false],
  ['mug.png', false],
])('%s can be the picture of a gift: %s', (name, can) => expect(isGiftPicture(name)).toBe(can))
