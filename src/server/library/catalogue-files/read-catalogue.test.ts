import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mistakeLine } from '#server/platform/runtime/file-mistake.ts'
import { type CatalogueContents, catalogueFolder, fixture, goodCatalogue } from '#support/catalogue-folder.ts'
import { readCatalogue } from './read-catalogue.ts'

/** What `check` says about the good catalogue with these files changed, added or (undefined) left out. */
async function mistakesWith(changes: CatalogueContents): Promise<string[]> {
  const read = await readCatalogue(catalogueFolder({ ...goodCatalogue, ...changes }))
  return 'mistakes' in read ? read.mistakes.map(mistakeLine) : []
}

const kata = (values: string, body = '') => ({ 'testing/kata/video.md': `---\n${values}\n---\n${body}` })
const good = 'title: Kata\npublished: 2026-01-01'

test.each([
  ['category.md', 'testing/category.md'],
  ['video.md', 'testing/kata/video.md'],
  ['series.md', 'series/first/series.md'],
])('docs/catalogue.md describes the values of %s that are read, and no others', async (name, file) => {
  const [said = ''] = await mistakesWith({ [file]: '---\nelse: 1\n---\n' }).then((mistakes) =>
    mistakes.filter((mistake) => mistake.includes('"else" is not known')),
  )
  const read = said.replace(/^.*known are |\.$/g, '').split(', ')
  const [, chapter = ''] = readFileSync('docs/catalogue.md', 'utf8').split(`\n## ${name}\n`)
  const described = [...(chapter.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, key]) => key)
  expect(read.sort()).toEqual(described.sort())
})

test('a catalogue without mistakes is read as its files say', async () => {
  const folder = catalogueFolder()
  const read = await readCatalogue(folder)
  if ('mistakes' in read) throw new Error(read.mistakes.map(mistakeLine).join('\n'))
  expect(read.categories.map(({ id, name, position }) => ({ id, name, position }))).toEqual([
    { id: 'react', name: 'React', position: 2 },
    { id: 'react/hooks', name: 'Hooks', position: 1 },
    { id: 'testing', name: 'Testing', position: 1 },
  ])
  expect(read.categories[0]?.description).toBe('All about *React*.')
  expect(read.categories[1]).toMatchObject({
    urlKey: 'hooks',
    folderParentId: 'react',
    furtherParents: [{ id: 'testing', line: 5 }],
  })
  const [state, jsx] = read.videos
  expect(state).toEqual({
    id: 'use-state',
    categoryId: 'react/hooks',
    title: 'State: two counters',
    description: 'Counts **twice**.\n\nThen once more.',
    published: { day: '2026-03-01', time: null },
    draft: false,
    durationSeconds: 4,
    tags: ['hooks', 'state'],
    versions: [{ name: 'React 19', line: 6 }],
    free: false,
    chapters: [
      { startSeconds: 0, title: 'Hello' },
      { startSeconds: 2, title: 'Types: a story' },
    ],
    film: join(folder, 'react/hooks/use-state/film.mp4'),
    smallFilm: undefined,
    sizes: [{ path: join(folder, 'react/hooks/use-state/film.mp4'), height: 36, kilobitsPerSecond: 26 }],
    poster: { path: join(folder, 'react/hooks/use-state/poster.webp'), type: 'webp' },
    captions: [
      {
        path: join(folder, 'react/hooks/use-state/captions.de.vtt'),
        srclang: 'de',
        label: 'Deutsch',
        machine: false,
      },
      {
        path: join(folder, 'react/hooks/use-state/captions.en.vtt'),
        srclang: 'en',
        label: 'English',
        machine: false,
      },
    ],
    code: [],
    was: [],
    file: 'react/hooks/use-state/video.md',
  })
  expect(jsx).toMatchObject({ id: 'jsx', categoryId: 'react', free: true, poster: undefined, captions: [] })
})

test('a draft may lack a film, a date and a category', async () => {
  const read = await readCatalogue(
    catalogueFolder({
      ...goodCatalogue,
      'idea/video.md': '---\ntitle: An idea\ndraft: true\nchapters: ["0:00 A", "99:00 B"]\n---\n',
      'testing/plan/video.md': '---\ntitle: A plan\ndraft: true\npublished: 2026-11-03 09:00\n---\n',
    }),
  )
  if ('mistakes' in read) throw new Error(read.mistakes.map(mistakeLine).join())
  const lacking = { draft: true, film: undefined, durationSeconds: null, sizes: [] }
  expect(read.videos.find(({ id }) => id === 'idea')).toMatchObject({
    ...lacking,
    categoryId: '',
    published: null,
  })
  expect(read.videos.find(({ id }) => id === 'plan')).toMatchObject({
    ...lacking,
    categoryId: 'testing',
    published: { day: '2026-11-03', time: '09:00' },
  })
})

test('files of code are in the order that is written, the others after them by name', async () => {
  const read = await readCatalogue(
    catalogueFolder({
      ...goodCatalogue,
      'testing/kata/video.md': '---\ntitle: Kata\npublished: 2026-01-01\ncode: [src/main.ts, b.ts]\n---\n',
      ...Object.fromEntries(
        ['a2.ts', 'a10.ts', 'b.ts', 'src/main.ts'].map((name) => [`testing/kata/code/${name}`, name]),
      ),
    }),
  )
  if ('mistakes' in read) throw new Error(read.mistakes.map(mistakeLine).join())
  expect(read.videos.find(({ id }) => id === 'kata')?.code.map(({ name }) => name)).toEqual([
    'src/main.ts',
    'b.ts',
    'a2.ts',
    'a10.ts',
  ])
})

test('captions that a machine made are marked', async () => {
  const vtt = 'WEBVTT\n\n00:00.000 --> 00:02.000\nHallo\n'
  const read = await readCatalogue(
    catalogueFolder({
      ...goodCatalogue,
      'testing/kata/captions.de.machine.vtt': vtt,
      'testing/kata/captions.pt-br.machine.srt': '1\n00:00:00,000 --> 00:00:02,000\nOi\n',
    }),
  )
  if ('mistakes' in read) throw new Error(read.mistakes.map(mistakeLine).join())
  expect(read.videos.find(({ id }) => id === 'kata')?.captions).toMatchObject([
    { srclang: 'de', label: 'Deutsch', machine: true },
    { srclang: 'pt-BR', machine: true },
  ])
})

test('a smaller film beside the film is taken, with the size of both', async () => {
  const folder = catalogueFolder({ ...goodCatalogue, 'testing/kata/film.720.mp4': fixture('small.mp4') })
  const read = await readCatalogue(folder)
  if ('mistakes' in read) throw new Error(read.mistakes.map(mistakeLine).join())
  const inFolder = (name: string) => join(folder, 'testing/kata', name)
  expect(read.videos.find(({ id }) => id === 'kata')).toMatchObject({
    film: inFolder('film.mp4'),
    smallFilm: inFolder('film.720.mp4'),
    sizes: [
      { path: inFolder('film.mp4'), height: 36, kilobitsPerSecond: 26 },
      { path: inFolder('film.720.mp4'), height: 18, kilobitsPerSecond: expect.any(Number) },
    ],
  })
})

describe('every mistake of the format is reported with its file and line', () => {
  test.each<[string, CatalogueContents, string[]]>([
    // front matter
    [
      'no front matter',
      { 'testing/kata/video.md': 'title: x' },
      ['video.md:1: The file has to begin with a line ---'],
    ],
    [
      'front matter that does not end',
      { 'testing/kata/video.md': '---\ntitle: x' },
      ['video.md:1: The values are not closed'],
    ],
    ['an empty file', { 'testing/kata/video.md': '' }, ['video.md:1: The file has to begin']],
    ['no values', kata('# nothing'), ['video.md:2: Between the lines --- stand values']],
    ['broken YAML', kata(`${good}\ntags: [a, b`), ['video.md:4: The values cannot be read']],
    [
      'a colon in a title',
      kata('title: State: two counters\npublished: 2026-01-01'),
      ['video.md:2: A text that contains a colon has to be in quotes: title: "State: two counters"'],
    ],
    ['the same value twice', kata(`${good}\ntitle: Again`), ['video.md:4: The values cannot be read']],
    [
      'an unknown key',
      kata(`${good}\nauthor: me`),
      ['video.md:4: "author" is not known here; known are title, published'],
    ],
    [
      'a file that is not UTF-8',
      { 'testing/kata/video.md': Buffer.from('---\ntitle: \xff\n---', 'latin1') },
      ['video.md:1: The file is not text in UTF-8'],
    ],
    [
      'a file that is too long',
      { 'testing/kata/video.md': Buffer.alloc(1024 * 1024 + 1) },
      ['video.md:1: The file is longer than 1024 kB'],
    ],
    [
      'a control character in the description',
      kata(good, 'one\nt\0wo'),
      ['video.md:6: The description holds control characters'],
    ],
    // former names
    [
      'a former name that is the own one',
      kata(`${good}\nwas: kata`),
      ['video.md:4: This is the name of the folder itself'],
    ],
    [
      'a former name of a video that is there',
      kata(`${good}\nwas:\n  - old\n  - jsx`),
      ['video.md:6: There is a video "jsx": only a name that no folder has any more is a former one.'],
    ],
    [
      'a former name that two videos claim',
      {
        ...kata(`${good}\nwas: [older, old]`),
        'react/jsx/video.md': '---\ntitle: JSX\npublished: 2026-02-01\nwas: old\n---\n',
      },
      ['video.md:4: "old" is said to be the former name of another video, too, in react/jsx/video.md'],
    ],
    [
      'a former name that cannot be one',
      kata(`${good}\nwas: a/b`),
      ['video.md:4: "a/b" cannot stand in an address'],
    ],
    [
      'the same former name twice',
      kata(`${good}\nwas: [old, old]`),
      ['video.md:4: "old" stands twice in "was"'],
    ],
    [
      'a former name that is a number',
      kata(`${good}\nwas: 7`),
      ['video.md:4: "was" has to be one line of text'],
    ],
    // values
    ['no title', kata('published: 2026-01-01'), ['video.md:1: "title" is missing']],
    ['an empty title', kata('title:\npublished: 2026-01-01'), ['video.md:2: "title" is empty']],
    ['a title of spaces', kata('title: "  "\npublished: 2026-01-01'), ['video.md:2: "title" is empty']],
    [
      'a title that is a number',
      kata('title: 42\npublished: 2026-01-01'),
      ['video.md:2: "title" has to be one line of text; put it in quotes'],
    ],
    [
      'a title of two lines',
      kata('title: "a\\nb"\npublished: 2026-01-01'),
      ['video.md:2: "title" has to be one line'],
    ],
    [
      'a title with U+0000',
      kata('title: "a\\0b"\npublished: 2026-01-01'),
      ['video.md:2: "title" has to be one line'],
    ],
    [
      'half a surrogate',
      kata('title: "\\uD83D"\npublished: 2026-01-01'),
      ['video.md:2: "title" has to be one line'],
    ],
    [
      'a long title',
      kata(`title: ${'x'.repeat(201)}\npublished: 2026-01-01`),
      ['video.md:2: "title" has more than 200 characters'],
    ],
    ['no publishing day', kata('title: x'), ['video.md:1: "published" is missing']],
    [
      'a publishing day that is none',
      kata('title: x\npublished: 2026-02-30'),
      ['video.md:3: "published" has to be a day of the calendar'],
    ],
    [
      'a publishing day in another order',
      kata('title: x\npublished: 1.2.2026'),
      ['video.md:3: "published" has to be a day'],
    ],
    ['tags that are no list', kata(`${good}\ntags: react`), ['video.md:4: "tags" has to be a list']],
    ['a tag twice', kata(`${good}\ntags:\n  - a\n  - a`), ['video.md:6: "a" stands twice in "tags"']],
    ['an empty tag', kata(`${good}\ntags:\n  - a\n  -`), ['video.md:6: "tags" is empty']],
    [
      'a long tag',
      kata(`${good}\ntags: [${'x'.repeat(61)}]`),
      ['video.md:4: "tags" has more than 60 characters'],
    ],
    [
      'a version that is a number',
      kata(`${good}\nversions: [19]`),
      ['video.md:4: "versions" has to be one line of text'],
    ],
    [
      'a version spelled in two ways',
      kata(`${good}\nversions: [react 19]`),
      ['video.md:4: The version "react 19" is spelled "React 19" elsewhere'],
    ],
    ['free that is neither', kata(`${good}\nfree: yes`), ['video.md:4: "free" has to be true or false']],
    // chapters
    [
      'a chapter without a title',
      kata(`${good}\nchapters:\n  - 0:00`),
      ['video.md:5: A chapter is a time and a title'],
    ],
    [
      'a chapter with a colon and no quotes',
      kata(`${good}\nchapters:\n  - 0:00 Types: a story`),
      ['video.md:5: "chapters" has to be one line of text; put it in quotes'],
    ],
    [
      'a first chapter that begins late',
      kata(`${good}\nchapters:\n  - 0:01 x`),
      ['video.md:5: The first chapter has to begin at 0:00'],
    ],
    [
      'chapters out of order',
      kata(`${good}\nchapters:\n  - 0:00 a\n  - 0:02 b\n  - 0:02 c`),
      ['video.md:7: A chapter has to begin after the one before'],
    ],
    [
      'a chapter after the end',
      kata(`${good}\nchapters:\n  - 0:00 a\n  - 0:04 b`),
      ["video.md:6: The chapter begins after the film's end (4 seconds)"],
    ],
    // film, poster, captions
    ['no film', { 'testing/kata/film.mp4': undefined }, ['video.md:1: The film is missing: film.mp4']],
    [
      'a film that is something else',
      { 'testing/kata/film.mp4': '<script>alert(1)</script>' },
      ['film.mp4:1: It is not an MP4 film'],
    ],
    ['an empty film', { 'testing/kata/film.mp4': '' }, ['film.mp4:1: It is not an MP4 film']],
    [
      'half a film',
      { 'testing/kata/film.mp4': fixture('film.mp4').subarray(0, 9000) },
      ['film.mp4:1: It breaks off before its end'],
    ],
    [
      'a film in VP9',
      { 'testing/kata/film.mp4': fixture('vp9.mp4') },
      ['film.mp4:1: Its picture is vp9; browsers play H.264'],
    ],
    [
      'a film with MP3 sound',
      { 'testing/kata/film.mp4': fixture('mp3.mp4') },
      ['film.mp4:1: Its sound is mp3; browsers play AAC'],
    ],
    // the smaller file of the film
    [
      'a smaller film that is not smaller',
      { 'testing/kata/film.720.mp4': fixture('film.mp4') },
      [
        'film.720.mp4:1: Its picture has 36 lines, and that of the film.mp4 beside it 36. It must be the smaller one.',
      ],
    ],
    [
      'a smaller film that is shorter',
      { 'testing/kata/film.720.mp4': fixture('short.mp4') },
      ['film.720.mp4:1: It is 2 s long, and the film.mp4 beside it 4 s. Both must have the same length.'],
    ],
    [
      'a smaller film that does not play',
      { 'testing/kata/film.720.mp4': fixture('vp9.mp4') },
      ['film.720.mp4:1: Its picture is vp9; browsers play H.264'],
    ],
    [
      'a smaller film alone',
      { 'testing/kata/film.mp4': undefined, 'testing/kata/film.720.mp4': fixture('small.mp4') },
      ['video.md:1: The film is missing: film.mp4'],
    ],
    [
      'a film of another size',
      { 'testing/kata/film.480.mp4': fixture('small.mp4') },
      ['film.480.mp4:1: The film of a video is named film.mp4.'],
    ],
    [
      'a poster that is none',
      { 'testing/kata/poster.png': '<svg onload="alert(1)"/>' },
      ['poster.png:1: It is no WebP, JPEG, PNG or AVIF'],
    ],
    [
      'a poster of another type',
      { 'testing/kata/poster.png': fixture('poster.jpg') },
      ['poster.png:1: It is a jpg picture; name it poster.jpg'],
    ],
    [
      'a poster of no known type',
      { 'testing/kata/poster.png': undefined, 'testing/kata/poster.gif': 'GIF89a' },
      ['poster.gif:1: It is no WebP'],
    ],
    [
      'two posters',
      { 'testing/kata/poster.webp': fixture('poster.webp') },
      ['poster.webp:1: There is another poster: poster.png'],
    ],
    [
      'a poster that is too large',
      { 'testing/kata/poster.png': Buffer.concat([fixture('poster.png'), Buffer.alloc(5 * 1024 * 1024)]) },
      ['poster.png:1: It is larger than 5 MB'],
    ],
    [
      'captions without a language',
      { 'testing/kata/captions.vtt': 'WEBVTT\n\n00:00.000 --> 00:01.000\nx' },
      ['captions.vtt:1: Captions are named captions.<language>.vtt or .srt'],
    ],
    [
      'captions in one language by a machine and by hand',
      {
        'testing/kata/captions.en.machine.vtt': 'WEBVTT\n\n00:00.000 --> 00:01.000\nx',
        'testing/kata/captions.en.vtt': 'WEBVTT\n\n00:00.000 --> 00:01.000\nx',
      },
      ['captions.en.vtt:1: There are two files of captions in one language (English).'],
    ],
    [
      'an order of code with a file that is not there',
      {
        'testing/kata/video.md': '---\ntitle: Kata\npublished: 2026-01-01\ncode:\n  - a.ts\n  - b.ts\n---\n',
        'testing/kata/code/b.ts': '',
      },
      ['video.md:5: There is no file "a.ts" in the folder "code".'],
    ],
    [
      'a smaller film of a draft without a film',
      {
        'testing/kata/video.md': '---\ntitle: Kata\ndraft: true\n---\n',
        'testing/kata/film.mp4': undefined,
        'testing/kata/film.720.mp4': fixture('small.mp4'),
      },
      ['video.md:1: The film is missing: film.mp4'],
    ],
    [
      'a draft that is maybe one, with no date',
      { 'testing/kata/video.md': '---\ntitle: Kata\ndraft: maybe\n---\n' },
      ['video.md:1: "published" is missing', 'video.md:3: "draft" has to be true or false'],
    ],
    [
      'captions in no language',
      { 'testing/kata/captions.english.vtt': 'WEBVTT\n\n00:00.000 --> 00:01.000\nx' },
      ['captions.english.vtt:1: Captions are named'],
    ],
    [
      'captions that are none',
      { 'testing/kata/captions.en.vtt': '1\n00:00:00,000 --> 00:00:01,000\nx' },
      ['captions.en.vtt:1: The file has to begin with WEBVTT'],
    ],
    [
      'an arrow in the text of captions',
      { 'testing/kata/captions.en.vtt': 'WEBVTT\n\n00:01.000 --> 00:03.000\nx --> y\n' },
      ['captions.en.vtt:4: A text cannot contain "-->"'],
    ],
    [
      'SRT whose times are wrong, at its own line',
      { 'testing/kata/captions.en.srt': '1\n00:00:03,000 --> 00:00:01,000\nx\n' },
      ['captions.en.srt:2: The cue ends before it begins'],
    ],
    [
      'captions of one language twice',
      {
        'testing/kata/captions.en.srt': '1\n00:00:00,000 --> 00:00:01,000\nx --> y\n',
        'testing/kata/captions.en.vtt': 'WEBVTT\n\n00:00.000 --> 00:01.000\nx\n',
      },
      ['captions.en.vtt:1: There are two files of captions in one language (English)'],
    ],
    [
      'SRT without a language',
      { 'testing/kata/subtitles.srt': '1\n00:00:00,000 --> 00:00:01,000\nx\n' },
      ['subtitles.srt:1: Captions are named captions.<language>.vtt or .srt, such as captions.en.vtt'],
    ],
    [
      'captions without cues',
      { 'testing/kata/captions.en.vtt': 'WEBVTT\n' },
      ['captions.en.vtt:1: There is no cue in it'],
    ],
    [
      'a cue out of order',
      {
        'testing/kata/captions.en.vtt': 'WEBVTT\n\n00:02.000 --> 00:03.000\nx\n\n00:01.000 --> 00:02.000\ny',
      },
      ['captions.en.vtt:6: The cue begins before the one above'],
    ],
    [
      'a cue after the end',
      { 'testing/kata/captions.en.vtt': 'WEBVTT\n\n00:04.500 --> 00:05.000\nx' },
      ["captions.en.vtt:3: The cue begins after the film's end"],
    ],
    [
      'an unknown file in a video',
      { 'testing/kata/notes.txt': '' },
      ['notes.txt:1: This file does not belong here'],
    ],
    // code
    [
      'a file of code that is not UTF-8',
      { 'testing/kata/code/a.ts': Buffer.from("let a = '\xfc'", 'latin1') },
      ['code/a.ts:1: The file is not text in UTF-8'],
    ],
    [
      'a picture among the code',
      { 'testing/kata/code/a.png': fixture('poster.png') },
      ['code/a.png:1: The file is not text in UTF-8'],
    ],
    [
      'code with U+0000',
      { 'testing/kata/code/src/a.ts': 'let a\n\0' },
      ['code/src/a.ts:2: It holds control characters'],
    ],
    [
      'a file of code that is too long',
      {
        'testing/kata/code/a.ts': 'x'.repeat(100 * 1024 + 1),
        'testing/kata/code/b.ts': 'x'.repeat(100 * 1024),
      },
      ['code/a.ts:1: The file is longer than 100 kB'],
    ],
    [
      'much code',
      Object.fromEntries(
        Array.from({ length: 6 }, (_, n) => [`testing/kata/code/${n}.ts`, 'x'.repeat(90 * 1024)]),
      ),
      ['code:1: The files of code are together longer than 500 kB'],
    ],
    [
      'many files of code',
      Object.fromEntries(
        Array.from({ length: 21 }, (_, n) => [`testing/kata/code/${n}/a.ts`, Buffer.from([0xff])]),
      ),
      ['code:1: There are more than 20 files of code'],
    ],
    [
      'names of code that some systems refuse',
      { 'testing/kata/code/a:b.ts': '', 'testing/kata/code/src/con.ts': '', 'testing/kata/code/a.': '' },
      [
        'code/a.:1: A file of code needs a name that every system can keep: at most 100',
        'code/a:b.ts:1: A file of code needs',
        'code/src/con.ts:1: A file of code needs',
      ],
    ],
    [
      'names of code that differ in case',
      { 'testing/kata/code/App.ts': '', 'testing/kata/code/app.ts': '' },
      ['code/App.ts:1: There is another file whose name differs in case only'],
    ],
    ['code that is no folder', { 'testing/kata/code': '' }, ['code:1: This file does not belong here']],
    ['a folder in a video', { 'testing/kata/old/film.mp4': '' }, ["old:1: A video's folder has no folders"]],
  ])('%s', async (_, changes, expected) => {
    const lines = await mistakesWith(changes)
    expect(lines).toHaveLength(expected.length)
    for (const [index, line] of expected.entries()) expect(lines[index]).toContain(`testing/kata/${line}`)
  })

  test.each<[string, CatalogueContents, string[]]>([
    [
      'no category.md',
      { 'testing/category.md': undefined },
      [
        'react/hooks/category.md:5: There is no category "testing"',
        'testing/category.md:1: The folder has no category.md',
      ],
    ],
    [
      'no video.md',
      { 'testing/kata/video.md': undefined, 'testing/kata/poster.png': undefined },
      ['testing/kata/video.md:1: The folder has a film, but no video.md'],
    ],
    [
      'both in one folder',
      { 'testing/kata/category.md': '---\nname: x\nposition: 1\n---' },
      [
        'testing/kata/category.md:1: A folder is either',
        'testing/kata/category.md:1: This file does not belong',
      ],
    ],
    [
      'an empty name',
      { 'testing/category.md': '---\nname: ""\nposition: 1\n---' },
      ['testing/category.md:2: "name" is empty'],
    ],
    [
      'no position',
      { 'testing/category.md': '---\nname: x\n---' },
      ['testing/category.md:1: "position" is missing'],
    ],
    [
      'a position that is none',
      { 'testing/category.md': '---\nname: x\nposition: 1.5\n---' },
      ['testing/category.md:3: "position" has to be a whole number'],
    ],
    [
      'a position in words',
      { 'testing/category.md': '---\nname: x\nposition: first\n---' },
      ['testing/category.md:3: "position" has to be a whole number'],
    ],
    [
      'an unknown key',
      { 'testing/category.md': '---\nname: x\nposition: 1\ntitle: y\n---' },
      ['testing/category.md:4: "title" is not known here; known are name, position, parents'],
    ],
    [
      'an unknown parent',
      { 'react/hooks/category.md': '---\nname: x\nposition: 1\nparents:\n  - testing\n  - gone\n---' },
      ['react/hooks/category.md:6: There is no category "gone"'],
    ],
    [
      'its own parent',
      { 'react/hooks/category.md': '---\nname: x\nposition: 1\nparents: [react]\n---' },
      ['react/hooks/category.md:4: The category stands below "react" anyway'],
    ],
    [
      'a parent of a top category',
      { 'testing/category.md': '---\nname: x\nposition: 1\nparents: [react]\n---' },
      ['testing/category.md:4: A category at the top cannot'],
    ],
    [
      'a parent that has a child of that name',
      { 'testing/hooks/category.md': '---\nname: x\nposition: 1\n---' },
      ['react/hooks/category.md:5: There is another "hooks" below "testing"'],
    ],
    [
      'itself as parent',
      { 'react/hooks/category.md': '---\nname: x\nposition: 1\nparents: [react/hooks]\n---' },
      ['react/hooks/category.md:4: The category stands below itself: react/hooks > react/hooks'],
    ],
    [
      'a circle of parents',
      {
        'react/hooks/category.md': '---\nname: x\nposition: 1\nparents: [react/hooks/deep]\n---',
        'react/hooks/deep/category.md': '---\nname: y\nposition: 1\n---',
      },
      [
        'react/hooks/category.md:4: The category stands below itself: react/hooks > react/hooks/deep > react/hooks',
      ],
    ],
    [
      'a video id that is taken',
      { 'testing/jsx/video.md': `---\n${good}\n---`, 'testing/jsx/film.mp4': fixture('film.mp4') },
      ['testing/jsx/video.md:1: There is another video "jsx" in react/jsx/video.md'],
    ],
    [
      'a video without a category',
      { 'kata-2/video.md': `---\n${good}\n---`, 'kata-2/film.mp4': fixture('film.mp4') },
      ['kata-2/video.md:1: A video has to lie in the folder of a category'],
    ],
    [
      'a name that no address can carry',
      { 'testing/ka ta/video.md': `---\n${good}\n---`, 'testing/ka ta/film.mp4': fixture('film.mp4') },
      ['testing/ka ta:1: "ka ta" cannot stand in an address'],
    ],
    [
      'an unknown file in a category',
      { 'testing/film.mov': '' },
      ['testing/film.mov:1: This file does not belong here'],
    ],
    ['an unknown file at the top', { 'README.md': '' }, ['README.md:1: This file does not belong here']],
    [
      'the same name composed and decomposed',
      {
        'testing/caf\u00e9/category.md': '---\nname: x\nposition: 1\n---',
        'testing/cafe\u0301/category.md': '---\nname: x\nposition: 1\n---',
      },
      ['testing/caf\u00e9/category.md:1: There is another category "testing/caf\u00e9"'],
    ],
  ])('%s', async (_, changes, expected) => {
    const lines = await mistakesWith(changes)
    expect(lines).toHaveLength(expected.length)
    for (const [index, line] of expected.entries()) expect(lines[index]).toContain(line)
  })
})

test('all mistakes are reported at once, by file and line', async () => {
  const lines = await mistakesWith({
    'testing/kata/video.md': '---\ntitle:\npublished: soon\ncolour: red\n---\n',
    'testing/kata/film.mp4': undefined,
    'react/category.md': '---\nname: React\n---\n',
    'react/jsx/notes.txt': '',
  })
  expect(lines.map((line) => line.split(': ')[0])).toEqual([
    'react/category.md:1',
    'react/jsx/notes.txt:1',
    'testing/kata/video.md:1',
    'testing/kata/video.md:2',
    'testing/kata/video.md:3',
    'testing/kata/video.md:4',
  ])
})

test('other faults of a file are reported together with invalid YAML', async () => {
  const [first, ...more] = await mistakesWith({
    'testing/kata/video.md': '---\ntitle: "a" b\npublished: soon\nfree: perhaps\n---\n\u0007\n',
  })
  expect(first).toContain('video.md:2: ')
  expect(more.map((line) => line.split(': ')[0])).toEqual([
    'testing/kata/video.md:3',
    'testing/kata/video.md:4',
    'testing/kata/video.md:6',
  ])
})

describe('a folder', () => {
  const lines = async (folder: string) => {
    const read = await readCatalogue(folder)
    return 'mistakes' in read ? read.mistakes.map(mistakeLine) : []
  }

  test('that is not there is said to be missing', async () => {
    expect(await lines('/nowhere/at/all')).toEqual(['/nowhere/at/all:1: There is no such folder.'])
  })

  test('without a category is refused, for importing it would withdraw everything', async () => {
    expect(await lines(catalogueFolder({}))).toEqual([expect.stringContaining('holds no category')])
  })

  test('with names in any script is read, decomposed ones under their composed id', async () => {
    const folder = catalogueFolder({
      'größe/category.md': '---\nname: Größe\nposition: 1\n---',
      'größe/日本語/video.md': `---\n${good}\n---`,
      'größe/日本語/film.mp4': fixture('film.mp4'),
      'größe/cafe\u0301/video.md': `---\n${good}\n---`,
      'größe/cafe\u0301/film.mp4': fixture('film.mp4'),
    })
    const read = await readCatalogue(folder)
    expect(read).toMatchObject({ videos: [{ id: 'caf\u00e9' }, { id: '日本語', categoryId: 'größe' }] })
  })

  test('may hold hidden files and what systems and editors leave, which are passed over', async () => {
    const folder = catalogueFolder({
      ...goodCatalogue,
      'testing/.DS_Store': '',
      '.git/HEAD': '',
      'Thumbs.db': '',
      'react/thumbs.db': '',
      'react/Desktop.ini': '',
      'react/jsx/video.md~': '',
      'react/jsx/video.md.bak': '',
      'react/jsx/#video.md#': '',
      'react/jsx/video.md.swp': '',
      'react/old.bak/category.md': '',
    })
    expect(await lines(folder)).toEqual([])
  })

  test('may hold links to files and folders within it', async () => {
    const folder = catalogueFolder({ ...goodCatalogue, 'testing/kata/film.mp4': undefined })
    symlinkSync('../../react/jsx/film.mp4', join(folder, 'testing/kata/film.mp4'))
    expect(await lines(folder)).toEqual([])
  })

  test('is read through a link that leads to it', async () => {
    const linked = join(catalogueFolder({}), 'library')
    symlinkSync(catalogueFolder(), linked)
    expect(await lines(linked)).toEqual([])
  })

  test('has one mistake for each link that leads out of it, in a circle or nowhere, and for a pipe', async () => {
    const elsewhere = catalogueFolder({ ...goodCatalogue, 'film.mp4': 'no film' })
    const folder = catalogueFolder({ ...goodCatalogue, 'testing/kata/film.mp4': undefined })
    symlinkSync(join(elsewhere, 'film.mp4'), join(folder, 'testing/kata/film.mp4'))
    symlinkSync(join(elsewhere, 'react'), join(folder, 'testing/react'))
    symlinkSync('/nowhere', join(folder, 'testing/gone'))
    symlinkSync('..', join(folder, 'testing/kata/up'))
    mkdirSync(join(folder, 'loop'))
    writeFileSync(join(folder, 'loop/category.md'), '---\nname: Loop\nposition: 1\n---')
    symlinkSync('.', join(folder, 'loop/again'))
    symlinkSync('pong', join(folder, 'loop/ping'))
    symlinkSync('ping', join(folder, 'loop/pong'))
    execFileSync('mkfifo', [join(folder, 'react/jsx/poster.png')])
    expect(await lines(folder)).toEqual([
      'loop/again:1: This link leads in a circle.',
      'loop/ping:1: This link leads in a circle.',
      'loop/pong:1: This link leads in a circle.',
      expect.stringContaining('react/jsx/poster.png:1: This file does not belong here'),
      'testing/gone:1: It cannot be read (ENOENT).',
      'testing/kata/film.mp4:1: This link leads out of the folder of the catalogue.',
      'testing/kata/up:1: This link leads in a circle.',
      'testing/react:1: This link leads out of the folder of the catalogue.',
    ])
  })
})

describe("the code in a film's folder", () => {
  const codeOf = async (folder: string) => {
    const read = await readCatalogue(folder)
    if ('mistakes' in read) throw new Error(read.mistakes.map(mistakeLine).join('\n'))
    return read.videos.find(({ id }) => id === 'kata')?.code
  }

  test('is read byte for byte, by name, with folders, and without hidden files', async () => {
    const folder = catalogueFolder({
      ...goodCatalogue,
      'testing/kata/code/10-last.ts': '',
      'testing/kata/code/2-first.ts': '\uFEFFlet a = "<b>"\r\n\tlet b\n',
      'testing/kata/code/src/cafe\u0301.ts': 'x',
      'testing/kata/code/.env': 'SECRET=1',
      'testing/kata/code/.git/config': '\0',
      'testing/kata/code/src/app.ts.swp': '\0',
    })
    expect(await codeOf(folder)).toEqual([
      { name: '2-first.ts', text: '\uFEFFlet a = "<b>"\r\n\tlet b\n' },
      { name: '10-last.ts', text: '' },
      { name: 'src/caf\u00e9.ts', text: 'x' },
    ])
  })

  test('may be an empty folder, which says nothing', async () => {
    const folder = catalogueFolder()
    mkdirSync(join(folder, 'testing/kata/code/empty'), { recursive: true })
    expect(await codeOf(folder)).toEqual([])
  })

  test('may be shared by a link within the catalogue, but comes from nowhere else', async () => {
    const elsewhere = catalogueFolder({ 'secret.ts': 'let secret' })
    const folder = catalogueFolder({
      ...goodCatalogue,
      'react/jsx/code/a.ts': 'let a',
      'testing/kata/code/b.ts': 'let b',
    })
    symlinkSync('../../../react/jsx/code', join(folder, 'testing/kata/code/shared'))
    expect((await codeOf(folder))?.map(({ name }) => name)).toEqual(['b.ts', 'shared/a.ts'])
    symlinkSync(join(elsewhere, 'secret.ts'), join(folder, 'testing/kata/code/secret.ts'))
    symlinkSync(elsewhere, join(folder, 'testing/kata/code/outside'))
    symlinkSync('/etc/passwd', join(folder, 'testing/kata/code/passwd'))
    symlinkSync('..', join(folder, 'testing/kata/code/up'))
    symlinkSync(elsewhere, join(folder, 'react/hooks/use-state/code'))
    execFileSync('mkfifo', [join(folder, 'react/jsx/code/pipe.ts')])
    const read = await readCatalogue(folder)
    expect('mistakes' in read && read.mistakes.map(mistakeLine)).toEqual([
      'react/hooks/use-state/code:1: This link leads out of the folder of the catalogue.',
      'react/jsx/code/pipe.ts:1: This file does not belong here.',
      'testing/kata/code/outside:1: This link leads out of the folder of the catalogue.',
      'testing/kata/code/passwd:1: This link leads out of the folder of the catalogue.',
      'testing/kata/code/secret.ts:1: This link leads out of the folder of the catalogue.',
      'testing/kata/code/shared/pipe.ts:1: This file does not belong here.',
      'testing/kata/code/up:1: This link leads in a circle.',
    ])
  })
})

describe('a film that browsers cannot play', () => {
  test.each([
    ['h264-444.mp4', 'H.264 with 4:4:4 and 8 bit'],
    ['h264-422.mp4', 'H.264 with 4:2:2 and 8 bit'],
    ['h264-10bit.mp4', 'H.264 with 4:2:0 and 10 bit'],
  ])('%s is refused with the reason', async (name, reason) => {
    const [line, ...more] = await mistakesWith({ 'testing/kata/film.mp4': fixture(name) })
    expect(line).toContain(`testing/kata/film.mp4:1: Its picture is ${reason}`)
    expect(more).toEqual([])
  })

  test('does not make a library print into the output', async () => {
    const printed: unknown[] = []
    const kept = { ...console }
    for (const level of ['log', 'info', 'warn', 'error'] as const)
      console[level] = (...words: unknown[]) => printed.push(words)
    try {
      const film = fixture('film.mp4')
      film.write('zzzz', film.indexOf('avc1', film.indexOf('stsd')))
      expect(await mistakesWith({ 'testing/kata/film.mp4': film })).toHaveLength(1)
    } finally {
      Object.assign(console, kept)
    }
    expect(printed).toEqual([])
  })
})

test('progress counts the videos that were read', async () => {
  const seen: string[] = []
  await readCatalogue(catalogueFolder(), ({ phase, done, total }) => seen.push(`${phase} ${done}/${total}`))
  expect(seen).toEqual(['reading 0/3', 'reading 1/3', 'reading 2/3', 'reading 3/3'])
})
