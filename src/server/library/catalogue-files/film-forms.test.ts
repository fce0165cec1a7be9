import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mistakeLine } from '#server/platform/runtime/file-mistake.ts'
import {
  type CatalogueContents,
  catalogueFolder,
  fixture,
  goodCatalogue,
  rotatedFilm,
} from '#support/catalogue-folder.ts'
import { describeWithFfmpeg } from '#support/fake-ffmpeg.ts'
import { folderOfTests } from '#support/folders.ts'
import { measureFilm } from './measure-film.ts'
import { readCatalogue } from './read-catalogue.ts'

const folder = folderOfTests()

const picture = '-f lavfi -i testsrc2=s=160x90:r=25:d=5'
const sound = '-f lavfi -i sine=d=5'
const avc = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p'
const faststart = '-movflags +faststart'

/** Has ffmpeg make a file; `film.mp4` unless another is named. Words of the command are divided by spaces. */
function make(command: string, name = 'film.mp4'): string {
  const path = join(folder, name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...command.split(' ').filter(Boolean), path])
  return path
}

/** Of the films that are made here. */
const size = { height: 90, kilobitsPerSecond: expect.any(Number) }

const inFolder = (name: string) => join(folder, name)

describeWithFfmpeg('a film as programs make it', () => {
  test.each<[string, string, number]>([
    ['with its index first', `${picture} ${sound} ${avc} -c:a aac ${faststart}`, 5],
    ['without sound', `${picture} ${avc} ${faststart}`, 5],
    ['in fragments', `${picture} ${sound} ${avc} -c:a aac -movflags frag_keyframe+empty_moov`, 5],
    [
      'whose picture begins after its sound',
      `-itsoffset 0.5 ${picture} ${sound} -map 0 -map 1 ${avc} -c:a aac ${faststart}`,
      5.5,
    ],
    [
      'whose picture ends before its sound',
      `-f lavfi -i testsrc2=s=160x90:r=25:d=3 ${sound} ${avc} -c:a aac ${faststart}`,
      5,
    ],
    [
      'with a rate that varies, and an odd shape of pixels',
      `${picture} -vf select=mod(n\\,3),setsar=4/3 -fps_mode vfr ${avc} ${faststart}`,
      5,
    ],
    ['of 60 frames a second', `-f lavfi -i testsrc2=s=160x90:r=60:d=5 ${avc} ${faststart}`, 5],
    [
      'with a cover as a second picture',
      `${picture} -f lavfi -i testsrc2=s=160x90:r=1:d=1 -map 0 -map 1 ${avc} -c:v:1 mjpeg -pix_fmt:v:1 yuvj420p -frames:v:1 1 ${faststart}`,
      5,
    ],
  ])('%s is taken, and its length is right', async (_, command, seconds) => {
    const measured = await measureFilm(make(command))
    expect(measured).toEqual({ ...size, durationSeconds: expect.any(Number), warnings: [] })
    if ('durationSeconds' in measured) expect(Math.abs(measured.durationSeconds - seconds)).toBeLessThan(0.1)
  })

  test('cut by an edit list is as long as its played part', async () => {
    make(`${picture} ${sound} ${avc} -g 25 -c:a aac ${faststart}`, 'whole.mp4')
    const measured = await measureFilm(make(`-ss 1 -i ${inFolder('whole.mp4')} -c copy ${faststart}`))
    expect(measured).toEqual({ ...size, durationSeconds: expect.closeTo(4, 1), warnings: [] })
  })

  test('with chapters inside is taken', async () => {
    writeFileSync(
      inFolder('chapters.txt'),
      ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=5000\ntitle=One\n',
    )
    const command = `${picture} -i ${inFolder('chapters.txt')} -map 0 -map_metadata 1 ${avc} ${faststart}`
    expect(await measureFilm(make(command))).toEqual({ ...size, durationSeconds: 5, warnings: [] })
  })

  test.each<[string, string, string]>([
    [
      'with its index at its end',
      `${picture} ${sound} ${avc} -c:a aac`,
      "Playback begins late, because the film's index is at its end. This command puts it first: ffmpeg -i film.mp4 -c:v copy -c:a copy -movflags +faststart new.mp4",
    ],
    [
      'with two sound tracks',
      `${picture} -f lavfi -i anullsrc=d=5 ${sound} -map 0 -map 1 -map 2 -t 5 ${avc} -c:a aac ${faststart}`,
      'It has 2 sound tracks; browsers play the first one only.',
    ],
    [
      'with 5.1 sound',
      `${picture} ${sound} ${avc} -c:a aac -ac 6 ${faststart}`,
      'Its sound has more than two channels; not every browser mixes them down to two.',
    ],
    [
      'in 4K',
      `-f lavfi -i testsrc2=s=3840x2160:r=1:d=2 ${avc} ${faststart}`,
      'Its picture is 4K: large to load, and more than many phones and older computers play smoothly.',
    ],
    [
      'of 11 hours',
      `-f lavfi -i color=s=64x64:r=1/39600:d=39600 -frames:v 2 ${avc} ${faststart}`,
      'It is more than 11 hours long. Was the recording not stopped?',
    ],
  ])('%s is taken with a warning', async (_, command, warning) => {
    expect(await measureFilm(make(command))).toMatchObject({ warnings: [warning] })
  })

  const copied = 'ffmpeg -i film.mp4 -c:v copy -c:a copy -movflags +faststart new.mp4'
  const converted = (audio: 'copy' | 'aac -ac 2 -b:a 160k') =>
    `ffmpeg -i film.mp4 -c:v libx264 -crf 20 -pix_fmt yuv420p -vf "pad=ceil(iw/2)*2:ceil(ih/2)*2" -c:a ${audio} -movflags +faststart new.mp4`
  test.each<[string, string, string, string]>([
    [
      'MOV with H.264',
      `${picture} ${sound} ${avc} -c:a aac -f mov`,
      'container is QuickTime File Format',
      copied,
    ],
    ['MKV with H.264', `${picture} ${sound} ${avc} -c:a aac -f matroska`, 'container is Matroska', copied],
    [
      'WebM',
      `${picture} ${sound} -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus -f webm`,
      'container is WebM',
      converted('aac -ac 2 -b:a 160k'),
    ],
    ['ProRes in MOV', `${picture} -c:v prores_ks -f mov`, 'picture is prores', converted('copy')],
    [
      'HEVC',
      `${picture} ${sound} -c:v libx265 -preset ultrafast -x265-params log-level=error -c:a aac ${faststart}`,
      'picture is hevc',
      converted('copy'),
    ],
    [
      'HEVC in 4K',
      `-f lavfi -i testsrc2=s=3840x2160:r=1:d=2 -c:v libx265 -preset ultrafast -x265-params log-level=error ${faststart}`,
      'picture is hevc',
      converted('copy'),
    ],
    [
      'AV1',
      `-f lavfi -i testsrc2=s=160x90:r=5:d=1 -c:v libaom-av1 -cpu-used 8 ${faststart}`,
      'picture is av1',
      converted('copy'),
    ],
    ['FFV1 in MKV', `${picture} -c:v ffv1 -f matroska`, 'container is Matroska', converted('copy')],
    [
      'MP3 in MP4',
      `${picture} ${sound} ${avc} -c:a libmp3lame`,
      'sound is mp3',
      'ffmpeg -i film.mp4 -c:v copy -c:a aac -ac 2 -b:a 160k -movflags +faststart new.mp4',
    ],
    [
      'H.264 of odd size in 4:4:4',
      `-f lavfi -i testsrc2=s=161x91:r=5:d=2 -c:v libx264 -preset ultrafast -pix_fmt yuv444p ${faststart}`,
      '4:4:4',
      'ffmpeg -i film.mp4 -c:v libx264 -crf 20 -pix_fmt yuv420p -vf "pad=ceil(iw/2)*2:ceil(ih/2)*2" -c:a copy -movflags +faststart new.mp4',
    ],
  ])('%s is refused with the command that mends it', async (_, command, reason, mend) => {
    const path = make(command)
    const measured = await measureFilm(path)
    if (!('sentences' in measured)) throw new Error('taken')
    const said = measured.sentences.join(' ')
    expect(said).toContain(reason)
    expect(said).toContain(`This command makes one that plays everywhere: ${mend}. Then name it film.mp4.`)
    execFileSync('sh', ['-c', mend.replace('ffmpeg', 'ffmpeg -v error -y')], { cwd: folder })
    expect(await measureFilm(inFolder('new.mp4'))).toMatchObject({ durationSeconds: expect.any(Number) })
  })

  test.each<[string, (path: string) => void, string]>([
    [
      'with stray bytes behind its end',
      (path) => appendFileSync(path, 'abc'),
      `There are 3 stray bytes behind its end. This command makes one that plays everywhere: ${copied}. Then name it film.mp4.`,
    ],
    ['that was cut off', (path) => truncateSync(path, 9000), 'It breaks off before its end; copy it again.'],
    ['that is a text', (path) => writeFileSync(path, 'a text'), 'It is not an MP4 film that can be read.'],
  ])('%s is refused', async (_, change, sentence) => {
    const path = make(`${picture} ${sound} ${avc} -c:a aac ${faststart}`)
    change(path)
    expect(await measureFilm(path)).toEqual({ sentences: [sentence] })
  })

  test('under another name is told the name that is expected, and the command', async () => {
    const mov = readFileSync(make(`${picture} ${sound} ${avc} -c:a aac`, 'clip.mov'))
    const read = await readCatalogue(
      catalogueFolder({ ...goodCatalogue, 'testing/kata/film.mp4': undefined, 'testing/kata/clip.mov': mov }),
    )
    if (!('mistakes' in read)) throw new Error('taken')
    expect(read.mistakes.map(mistakeLine)).toEqual([
      'testing/kata/clip.mov:1: The film of a video is named film.mp4. Its container is QuickTime File Format; browsers play MP4 everywhere. This command makes one that plays everywhere: ffmpeg -i clip.mov -c:v copy -c:a copy -movflags +faststart film.mp4',
    ])
  })
})

test.each<[string, CatalogueContents, string[]]>([
  [
    'in capitals',
    { 'testing/kata/film.mp4': undefined, 'testing/kata/Film.MP4': fixture('film.mp4') },
    ['testing/kata/Film.MP4:1: The film of a video is named film.mp4.'],
  ],
  [
    'beside another',
    { 'testing/kata/lecture.mp4': fixture('film.mp4') },
    ['testing/kata/lecture.mp4:1: The film of a video is named film.mp4.'],
  ],
  [
    'in a folder without video.md',
    { 'testing/other/Lecture.mp4': fixture('film.mp4') },
    ['testing/other/video.md:1: The folder has a film, but no video.md.'],
  ],
])('a film under another name, %s, is told the name that is expected', async (_, changes, lines) => {
  const read = await readCatalogue(catalogueFolder({ ...goodCatalogue, ...changes }))
  expect('mistakes' in read && read.mistakes.map(mistakeLine)).toEqual(lines)
})

test('a phone film that is to be turned is taken without a note', async () => {
  writeFileSync(inFolder('film.mp4'), rotatedFilm())
  expect(await measureFilm(inFolder('film.mp4'))).toEqual({
    height: 36,
    kilobitsPerSecond: 26,
    durationSeconds: expect.closeTo(4, 0),
    warnings: [],
  })
})
