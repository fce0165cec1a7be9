import { expect, test } from 'vitest'
import { mediaAddress, mediaFile } from './media-file.ts'

const media = {
  filmKey: 'film-key',
  smallFilmKey: 'small-key',
  sizes: [],
  posterKey: 'poster-key',
  tracks: [
    { kind: 'captions' as const, key: 'en-key', srclang: 'en', label: 'English' },
    { kind: 'captions' as const, key: 'pt-key', srclang: 'pt-BR', label: 'Português' },
  ],
  storyboard: {
    key: `${'a'.repeat(64)}.webp`,
    width: 240,
    height: 135,
    columns: 10,
    count: 44,
    everySeconds: 1,
  },
  beginnings: [],
  chapters: [{ startSeconds: 0, title: 'Start' }],
}

test.each([
  ['film.mp4', { storeKey: 'film-key' }],
  ['film.720.mp4', { storeKey: 'small-key' }],
  ['film.1080.mp4', undefined],
  ['captions.en.vtt', { storeKey: 'en-key' }],
  ['captions.pt-BR.vtt', { storeKey: 'pt-key' }],
  ['chapters.vtt', 'chapters'],
  ['storyboard.webp', { storeKey: `${'a'.repeat(64)}.webp` }],
  ['storyboard.jpg', undefined],
  ['storyboard.vtt', undefined],
  ['captions.de.vtt', undefined],
  ['FILM.MP4', undefined],
  ['film.mp4/', undefined],
  ['../film.mp4', undefined],
  ['film-key', undefined],
  ['small-key', undefined],
  ['poster-key', undefined],
  ['constructor', undefined],
  ['', undefined],
])("%s is resolved to the video's file of that name", (name, file) => {
  expect(mediaFile({ media }, name)).toEqual(file)
})

test('a video without chapters has no chapters file', () => {
  expect(mediaFile({ media: { ...media, chapters: [] } }, 'chapters.vtt')).toBeUndefined()
})

test('a film in one size has no smaller file', () => {
  expect(mediaFile({ media: { ...media, smallFilmKey: undefined } }, 'film.720.mp4')).toBeUndefined()
})

test('a video without a storyboard has no sheet of pictures', () => {
  expect(mediaFile({ media: { ...media, storyboard: undefined } }, 'storyboard.webp')).toBeUndefined()
})

test('an address carries the grant and the name', () => {
  expect(mediaAddress('token', 'captions.pt-BR.vtt')).toBe('/media/token/captions.pt-BR.vtt')
})
