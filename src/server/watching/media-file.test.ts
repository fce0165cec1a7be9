import { expect, test } from 'vitest'
import { mediaAddress, mediaFile } from './media-file.ts'

const media = {
  filmKey: 'film-key',
  posterKey: 'poster-key',
  tracks: [
    { kind: 'captions' as const, key: 'en-key', srclang: 'en', label: 'English' },
    { kind: 'captions' as const, key: 'pt-key', srclang: 'pt-BR', label: 'Português' },
  ],
  beginnings: [],
  chapters: [{ startSeconds: 0, title: 'Start' }],
}

test.each([
  ['film.mp4', { storeKey: 'film-key' }],
  ['captions.en.vtt', { storeKey: 'en-key' }],
  ['captions.pt-BR.vtt', { storeKey: 'pt-key' }],
  ['chapters.vtt', 'chapters'],
  ['captions.de.vtt', undefined],
  ['FILM.MP4', undefined],
  ['film.mp4/', undefined],
  ['../film.mp4', undefined],
  ['film-key', undefined],
  ['poster-key', undefined],
  ['constructor', undefined],
  ['', undefined],
])('%s stands for what the video has under that name', (name, file) => {
  expect(mediaFile({ media }, name)).toEqual(file)
})

test('a video without chapters has no chapters file', () => {
  expect(mediaFile({ media: { ...media, chapters: [] } }, 'chapters.vtt')).toBeUndefined()
})

test('an address carries the grant and the name', () => {
  expect(mediaAddress('token', 'captions.pt-BR.vtt')).toBe('/media/token/captions.pt-BR.vtt')
})
