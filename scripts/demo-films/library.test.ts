import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { codeBelow, missingCode } from './code-files.ts'
import { fingerprint } from './fingerprint.ts'
import { library, lookOf } from './library.ts'
import { sentencesOf, speechesOf } from './timeline.ts'

const contentFolder = new URL('../../content/', import.meta.url).pathname
const films = library.flatMap((category) => category.films.map((film) => ({ film, category, id: film.id })))
const folderOf = ({ category, id }: (typeof films)[number]) => join(contentFolder, category.folder, id)

describe('the demo library', () => {
  test('has at least 26 films with distinct names, two of them free, in less than 20 MB', () => {
    expect(new Set(films.map(({ id }) => id)).size).toBe(films.length)
    expect(films.length).toBeGreaterThanOrEqual(26)
    expect(films.filter(({ film }) => film.free)).toHaveLength(2)
    const files = readdirSync(contentFolder, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    )
    const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0)
    expect(bytes).toBeLessThan(20_000_000)
  })

  test('every parent folder and every second parent is a category too', () => {
    const folders = new Set(library.map(({ folder }) => folder))
    for (const { folder, parents = [] } of library) {
      const above = folder.includes('/') ? [folder.slice(0, folder.lastIndexOf('/'))] : []
      for (const parent of [...above, ...parents]) expect(folders).toContain(parent)
    }
  })
})

describe.each(films)('$id', (entry) => {
  const { film, category } = entry
  const folder = folderOf(entry)

  test('is built from its current script', () => {
    const built = JSON.parse(readFileSync(new URL('built.json', import.meta.url), 'utf8'))
    expect(built[film.id]).toBe(fingerprint(film, lookOf(category)))
  })

  test('is an MP4 of 40 to 75 seconds, or of 4 to 6 minutes if it builds one program, that plays while loading', () => {
    const { order, seconds } = readMp4(readFileSync(join(folder, 'film.mp4')))
    const [least, most] = film.id === 'search-from-nothing' ? [240, 360] : [40, 75]
    expect(order.indexOf('moov')).toBeLessThan(order.indexOf('mdat'))
    expect(seconds).toBeGreaterThanOrEqual(least)
    expect(seconds).toBeLessThan(most)
  })

  test('has a title of three seconds at most', () => {
    const { chapters } = parse(readFileSync(join(folder, 'video.md'), 'utf8').split('---\n')[1] ?? '')
    const starts: number[] = chapters.map((chapter: string) => secondsOf(chapter.split(' ')[0] ?? ''))
    expect(starts[1]).toBeLessThanOrEqual(3)
  })

  test('is never silent for longer than two seconds, its end included', () => {
    const { seconds } = readMp4(readFileSync(join(folder, 'film.mp4')))
    for (const name of readdirSync(folder).filter((name) => /^captions\..*vtt$/.test(name))) {
      const times = readFileSync(join(folder, name), 'utf8').matchAll(/(\S+) --> (\S+)/g)
      const cues = [...times].map(([, from = '', to = '']) => [secondsOf(from), secondsOf(to)] as const)
      const gaps = cues.map(([, to], index) => (cues[index + 1]?.[0] ?? seconds) - to)
      expect(Math.max(...gaps)).toBeLessThanOrEqual(2)
    }
  })

  test('has captions with a blank line after the signature', () => {
    const names = readdirSync(folder).filter((name) => name.endsWith('.vtt'))
    expect(names).toContain('captions.en.vtt')
    for (const name of names)
      expect([name, readFileSync(join(folder, name), 'utf8').slice(0, 8)]).toEqual([name, 'WEBVTT\n\n'])
  })

  test('has chapters and captions within its length, and a small poster', () => {
    const { seconds } = readMp4(readFileSync(join(folder, 'film.mp4')))
    const { chapters } = parse(readFileSync(join(folder, 'video.md'), 'utf8').split('---\n')[1] ?? '')
    const starts: number[] = chapters.map((chapter: string) => secondsOf(chapter.split(' ')[0] ?? ''))
    expect(starts[0]).toBe(0)
    expect(starts).toEqual([...new Set(starts)].toSorted((one, other) => one - other))
    expect(starts.at(-1)).toBeLessThan(seconds)
    const captions = readFileSync(join(folder, 'captions.en.vtt'), 'utf8')
    expect(
      secondsOf(
        captions
          .match(/--> (\S+)/g)
          ?.at(-1)
          ?.slice(4) ?? '',
      ),
    ).toBeLessThan(seconds)
    expect(statSync(join(folder, 'poster.webp')).size).toBeLessThan(25_000)
  })

  test('has a file for all code that it shows', () => {
    const code = codeBelow(folder)
    expect(code).not.toEqual([])
    expect(missingCode(film, code)).toEqual([])
  })

  test('is translated sentence by sentence, or not at all', () => {
    const speeches = speechesOf(film).flatMap(({ steps }) => steps)
    const translated = speeches.filter(({ de }) => de !== undefined)
    expect([0, speeches.length]).toContain(translated.length)
    expect(existsSync(join(folder, 'captions.de.vtt'))).toBe(translated.length > 0)
    for (const { say, de } of translated) expect(sentencesOf(de ?? '')).toHaveLength(sentencesOf(say).length)
  })
})

/** The order of the top-level boxes, and the length in the film's header. */
function readMp4(file: Buffer): { order: string[]; seconds: number } {
  const order: string[] = []
  for (let at = 0; at < file.length; at += file.readUInt32BE(at))
    order.push(file.toString('latin1', at + 4, at + 8))
  const header = file.indexOf('mvhd') + 4
  return { order, seconds: file.readUInt32BE(header + 16) / file.readUInt32BE(header + 12) }
}

function secondsOf(clock: string): number {
  return clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}
