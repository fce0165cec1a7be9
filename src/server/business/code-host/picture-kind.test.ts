import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { anAvatar } from '#support/code-host-server.ts'
import { pictureKind } from './picture-kind.ts'

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../tests/fixtures/library', name))
const gif = Buffer.from('R0lGODlhAgADAIAAAP///wAAACwAAAAAAgADAAACAoRRADs=', 'base64')
const lossless = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')
const extended = Buffer.concat([
  Buffer.from('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0', 'latin1'),
  Buffer.from([0x8f, 0x01, 0, 0x2b, 0x01, 0]),
])

describe('a picture is known by its own bytes', () => {
  test.each([
    ['a PNG', anAvatar, { extension: 'png', width: 1, height: 1 }],
    ['a GIF', gif, { extension: 'gif', width: 2, height: 3 }],
    ['a WebP without loss', lossless, { extension: 'webp', width: 1, height: 1 }],
    ['an extended WebP', extended, { extension: 'webp', width: 400, height: 300 }],
  ])('%s', (_, bytes, kind) => {
    expect(pictureKind(bytes)).toEqual(kind)
  })

  test.each(['png', 'jpg', 'webp'])('poster.%s', (extension) => {
    const kind = pictureKind(fixture(`poster.${extension}`))
    expect(kind?.extension).toBe(extension)
    expect(kind?.width).toBeGreaterThan(0)
    expect(kind?.height).toBeGreaterThan(0)
  })

  test('however large it says it is', () => {
    const bomb = Buffer.from(anAvatar)
    bomb.writeUInt32BE(30_000, 16)
    bomb.writeUInt32BE(30_000, 20)
    expect(pictureKind(bomb)).toEqual({ extension: 'png', width: 30_000, height: 30_000 })
  })
})

describe('no picture is', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['an AVIF', fixture('poster.avif')],
    ['a film', fixture('film.mp4')],
    ['a JPEG without a frame', Buffer.from('ffd8ffe0000200ffd9', 'hex')],
    ['a JPEG whose segments lead nowhere', Buffer.from('ffd8ffe0000400000000', 'hex')],
  ])('%s', (_, bytes) => {
    expect(pictureKind(bytes)).toBeUndefined()
  })

  test('one that was cut off before its size', () => {
    for (const whole of [anAvatar, gif, lossless, extended, fixture('poster.jpg')])
      for (let length = 0; length < 9; length += 1)
        expect(pictureKind(whole.subarray(0, length))).toBeUndefined()
  })
})
