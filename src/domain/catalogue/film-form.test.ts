import { expect, test } from 'vitest'
import { ffmpegLine, isFourK, looksLikeFilm } from './film-form.ts'

test.each([
  [
    'film.mov',
    { picture: false, sound: false },
    'ffmpeg -i film.mov -c:v copy -c:a copy -movflags +faststart film.mp4',
  ],
  [
    'film.mp4',
    { picture: true, sound: false },
    'ffmpeg -i film.mp4 -c:v libx264 -crf 20 -pix_fmt yuv420p -vf "pad=ceil(iw/2)*2:ceil(ih/2)*2" -c:a copy -movflags +faststart new.mp4',
  ],
  [
    'My film.mkv',
    { picture: true, sound: true },
    'ffmpeg -i "My film.mkv" -c:v libx264 -crf 20 -pix_fmt yuv420p -vf "pad=ceil(iw/2)*2:ceil(ih/2)*2" -c:a aac -ac 2 -b:a 160k -movflags +faststart film.mp4',
  ],
])('%s is fixed by one line', (file, faults, line) => {
  expect(ffmpegLine(file, faults)).toBe(line)
})

test.each([
  ['Film.MP4', true],
  ['lecture.m4v', true],
  ['clip.mov', true],
  ['stream.mts', true],
  ['notes.txt', false],
  ['code.ts', false],
  ['mp4', false],
])('%s looks like a film: %s', (name, looks) => {
  expect(looksLikeFilm(name)).toBe(looks)
})

test.each([
  [3840, 2160, true],
  [2160, 3840, true],
  [3840, 1600, true],
  [2560, 1440, false],
  [1920, 1080, false],
])('%d x %d is 4K: %s', (width, height, is) => {
  expect(isFourK({ width, height })).toBe(is)
})
