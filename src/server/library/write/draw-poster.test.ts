import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawPoster } from './draw-poster.ts'

const unknown = { refused: 'This is not a picture in JPEG, PNG or WebP.' }
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })

test('a picture that a camera has turned becomes upright, and loses what else its file says', async () => {
  const turned = plain(800, 400)
    .jpeg()
    .withExif({ IFD0: { Artist: 'Ada' }, IFD3: { GPSLatitude: '52/1 0/1 0/1' } })
  const drawn = await drawPoster(await turned.withMetadata({ orientation: 6 }).toBuffer())
  const { width, height, exif, orientation } = await sharp(drawn as Buffer).metadata()
  expect([width, height, exif, orientation]).toEqual([400, 800, undefined, undefined])
})

test('a picture of more than 50 million pixels is refused, however small its file is', async () => {
  expect(await drawPoster(await plain(10_000, 5_001).png().toBuffer())).toEqual(unknown)
})

test('a picture keeps its size up to 1280 pixels of width', async () => {
  const widths = [320, 1280, 1281].map(async (width) => {
    const { width: drawn } = await sharp(
      (await drawPoster(await plain(width, 200).png().toBuffer())) as Buffer,
    ).metadata()
    return drawn
  })
  expect(await Promise.all(widths)).toEqual([320, 1280, 1280])
})
