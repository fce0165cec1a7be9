import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { readCatalogue } from '#server/library/catalogue-files/read-catalogue.ts'
import { importCatalogue } from '#server/library/write/import-catalogue.ts'
import { mistakeLine } from '#server/platform/runtime/file-mistake.ts'
import { type CatalogueContents, catalogueFolder, fixture, goodCatalogue } from '#support/catalogue-folder.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'

const hooks =
  '---\ntitle: Hooks by hand\nlevel: advanced\nposition: 2\nvideos: [use-state, kata]\n---\nFrom *one*.\n'
const taught: CatalogueContents = {
  ...goodCatalogue,
  'series/hooks/series.md': hooks,
  'series/hooks/poster.png': fixture('poster.png'),
  'react/first-steps/series.md':
    '---\ntitle: First steps\nlevel: beginner\nposition: 1\nvideos:\n  - kata\n  - jsx\n---\n',
}

describe('a folder with a series.md is a series', () => {
  const mistakesWith = async (changes: CatalogueContents): Promise<string[]> => {
    const read = await readCatalogue(catalogueFolder({ ...taught, ...changes }))
    return 'mistakes' in read ? read.mistakes.map(mistakeLine) : []
  }
  const values = (text: string) => ({ 'series/hooks/series.md': `---\n${text}\n---\n` })

  test('in the folder "series", which is no category, or beside the videos of one', async () => {
    const read = await readCatalogue(catalogueFolder(taught))
    if ('mistakes' in read) throw new Error(read.mistakes.map(mistakeLine).join('\n'))
    expect(
      read.series.map(({ urlKey, level, videos }) => [urlKey, level, videos.map(({ id }) => id)]),
    ).toEqual([
      ['first-steps', 'beginner', ['kata', 'jsx']],
      ['hooks', 'advanced', ['use-state', 'kata']],
    ])
    expect(read.categories.map(({ id }) => id)).toEqual(['react', 'react/hooks', 'testing'])
  })

  test.each<[string, CatalogueContents, string[]]>([
    [
      'no values',
      { 'series/hooks/series.md': 'Hello' },
      ['series.md:1: The file has to begin with a line ---'],
    ],
    [
      'nothing that is needed',
      values('title: x'),
      [
        'series.md:1: "level" is missing.',
        'series.md:1: "videos" has to name at least one video',
        'series.md:1: "position" is missing.',
      ],
    ],
    [
      'an unknown level',
      values('title: x\nlevel: expert\nposition: 1\nvideos: [jsx]'),
      ['series.md:3: "level" has to be one of beginner, intermediate, advanced.'],
    ],
    [
      'a video that is not there, and one twice',
      values('title: x\nlevel: beginner\nposition: 1\nvideos:\n  - jsx\n  - nope\n  - jsx'),
      ['series.md:7: There is no video "nope".', 'series.md:8: "jsx" stands twice in "videos".'],
    ],
    [
      'an unknown value',
      values('title: x\nlevel: beginner\nposition: 1\nvideos: [jsx]\nfree: true'),
      ['series.md:6: "free" is not known here; known are title, level, position, videos.'],
    ],
    ['another file', { 'series/hooks/notes.txt': '' }, ['notes.txt:1: This file does not belong here.']],
    ['a poster that is none', { 'series/hooks/poster.png': 'x' }, ['poster.png:1: It is no WebP']],
    ['a folder of its own', { 'series/hooks/old/x.txt': '' }, ["old:1: A series' folder has no folders"]],
    [
      'a film',
      { 'series/hooks/film.mp4': fixture('film.mp4') },
      ['film.mp4:1: This file does not belong here.'],
    ],
  ])('%s is reported with file and line', async (_, changes, expected) => {
    const lines = (await mistakesWith(changes)).sort()
    expect(lines).toHaveLength(expected.length)
    for (const line of expected) expect(lines).toContainEqual(expect.stringContaining(`series/hooks/${line}`))
  })

  test('duplicate names are reported, and misplaced files in the folder "series"', async () => {
    expect(
      await mistakesWith({
        'testing/hooks/series.md': hooks,
        'series/notes.txt': '',
        'series/odd/x.txt': '',
      }),
    ).toEqual([
      'series/notes.txt:1: This file does not belong here.',
      'series/odd/category.md:1: The folder has no category.md, video.md or series.md.',
      'series/odd/x.txt:1: This file does not belong here.',
      'testing/hooks/series.md:1: There is another series "hooks" in series/hooks/series.md; a series\' folder name has to be unique.',
    ])
  })
})

describe('GET /api/series', () => {
  let site: TestApp
  beforeAll(async () => {
    site = await createTestApp()
  })
  afterAll(() => site.close())
  beforeEach(() => site.startOver())

  const importContents = async (contents: CatalogueContents) => {
    const outcome = await importCatalogue(site.services, catalogueFolder(contents))
    await site.services.library.refresh()
    return outcome
  }
  const served = async () => (await site.client().call(calls.series)).body.series

  test('answers the series in their order, each with its videos in teaching order', async () => {
    await importContents(taught)
    const [firstSteps, byHand] = await served()
    expect(firstSteps).toEqual({
      urlKey: 'first-steps',
      title: 'First steps',
      level: 'beginner',
      videoIds: ['kata', 'jsx'],
      thumbnailUrl: expect.stringMatching(/^\/posters\/[0-9a-f]{64}\.png$/),
    })
    expect(byHand).toMatchObject({
      urlKey: 'hooks',
      videoIds: ['use-state', 'kata'],
      description: 'From *one*.',
    })
    expect((await site.client().fetch('GET', byHand?.thumbnailUrl ?? '')).status).toBe(200)
  })

  test('the same again changes nothing, another order changes it', async () => {
    await importContents(taught)
    expect((await importContents(taught)).kind).toBe('nothing-changed')
    const turned = {
      ...taught,
      'series/hooks/series.md': hooks.replace('use-state, kata', 'kata, use-state'),
    }
    expect((await importContents(turned)).kind).toBe('imported')
    expect((await served())[1]?.videoIds).toEqual(['kata', 'use-state'])
  })

  test('a video that is not published yet is missing until its day, and a series of none as well', async () => {
    const soon = '---\ntitle: Soon\npublished: 2099-01-01\n---\n'
    await importContents({ ...taught, 'testing/kata/video.md': soon, 'react/jsx/video.md': soon })
    expect((await served()).map(({ urlKey, videoIds }) => [urlKey, videoIds])).toEqual([
      ['hooks', ['use-state']],
    ])
  })

  test('a series whose folder was removed is not served, and returns with its folder', async () => {
    await importContents(taught)
    const keys = async () => (await served()).map(({ urlKey }) => urlKey)
    await importContents({
      ...taught,
      'series/hooks/series.md': undefined,
      'series/hooks/poster.png': undefined,
    })
    expect([await keys(), [...site.services.library.catalogue.withdrawnSeries]]).toEqual([
      ['first-steps'],
      ['hooks'],
    ])
    await importContents(taught)
    expect([await keys(), [...site.services.library.catalogue.withdrawnSeries]]).toEqual([
      ['first-steps', 'hooks'],
      [],
    ])
  })
})
