import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { readCatalogue } from '#server/library/catalogue-files/read-catalogue.ts'
import { importCatalogue } from '#server/library/write/import-catalogue.ts'
import { mistakeLine } from '#server/platform/runtime/file-mistake.ts'
import { type CatalogueContents, catalogueFolder, goodCatalogue } from '#support/catalogue-folder.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp()

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
const sheet = await picture(320, 90).webp().toBuffer()
const track = `WEBVTT

00:00.000 --> 00:02.000
storyboard.webp#xywh=0,0,160,90

00:02.000 --> 00:04.000
storyboard.webp#xywh=160,0,160,90
`
/** The free film of four seconds. */
const folder = 'react/jsx'
const withBoard = { [`${folder}/storyboard.vtt`]: track, [`${folder}/storyboard.webp`]: sheet }

async function importWith(more: CatalogueContents) {
  const outcome = await importCatalogue(site.services, catalogueFolder({ ...goodCatalogue, ...more }))
  await site.services.library.refresh()
  return outcome
}
const opened = async (id: string) => {
  const client = site.client()
  const { body } = await client.call(calls.video, { params: { id } })
  expect(calls.video.replies[200].safeParse(body).error).toBeUndefined()
  return { client, storyboard: body.storyboard }
}

test('a storyboard in the folder comes with the film, changes with it, and goes with its files', async () => {
  await importWith(withBoard)
  const { client, storyboard } = await opened('jsx')
  expect(storyboard).toEqual({
    url: expect.stringMatching(/^\/media\/[\w-]{43}\/storyboard\.webp$/),
    width: 160,
    height: 90,
    columns: 2,
    count: 2,
    everySeconds: 2,
  })
  const reply = await client.fetch('GET', storyboard?.url ?? '')
  expect(reply.headers['content-type']).toBe('image/webp')
  expect(reply.raw.rawPayload.equals(sheet)).toBe(true)
  expect(await importWith(withBoard)).toMatchObject({ kind: 'nothing-changed' })

  const other = await picture(320, 90).png().toBuffer()
  const changed = {
    [`${folder}/storyboard.vtt`]: track.replaceAll('.webp', '.png'),
    [`${folder}/storyboard.png`]: other,
  }
  expect(await importWith(changed)).toMatchObject({ kind: 'imported', changed: 1 })
  const again = await opened('jsx')
  const png = await again.client.fetch('GET', again.storyboard?.url ?? '')
  expect([png.headers['content-type'], png.raw.rawPayload.equals(other)]).toEqual(['image/png', true])

  await importWith({})
  expect((await opened('jsx')).storyboard).toBeUndefined()
})

test('its URL is not public', async () => {
  await importWith(withBoard)
  for (const name of ['videos', 'videoPreview', 'videoText'] as const) {
    const { status, body } = await site.client().call(calls[name], { params: { id: 'jsx' } } as never)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain('storyboard')
  }
  const key = site.services.library.stored('jsx')?.storyboard?.key
  expect(key).toMatch(/^[0-9a-f]{64}\.webp$/)
  expect((await site.client().fetch('GET', `/posters/${key}`)).status).toBe(404)
})

/** What `check` says about these files. */
async function mistakesWith(more: CatalogueContents): Promise<string[]> {
  const read = await readCatalogue(catalogueFolder({ ...goodCatalogue, ...withBoard, ...more }))
  return 'mistakes' in read ? read.mistakes.map(mistakeLine) : []
}

describe('a mistake is reported with its file and line:', () => {
  const file = (name: string) => `${folder}/${name}`
  const half = 'A storyboard is two files: storyboard.vtt, and its picture storyboard.webp, .jpg or .png.'
  test.each<[string, () => Promise<CatalogueContents>, string[]]>([
    ['none', async () => ({}), []],
    [
      'no picture',
      async () => ({ [file('storyboard.webp')]: undefined }),
      [`${file('storyboard.vtt')}:1: ${half}`],
    ],
    [
      'nothing about the picture',
      async () => ({ [file('storyboard.vtt')]: undefined }),
      [`${file('storyboard.webp')}:1: ${half}`],
    ],
    [
      'a second picture',
      async () => ({ [file('storyboard.zip')]: 'x' }),
      [`${file('storyboard.zip')}:1: This file does not belong here.`],
    ],
    [
      'no picture at all',
      async () => ({ [file('storyboard.webp')]: 'RIFF....WEBP' }),
      [`${file('storyboard.webp')}:1: It is no WebP, JPEG or PNG picture that can be read.`],
    ],
    [
      'a drawing that could be a program',
      async () => ({
        [file('storyboard.webp')]: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      }),
      [`${file('storyboard.webp')}:1: It is no WebP, JPEG or PNG picture that can be read.`],
    ],
    [
      'a picture of another kind than its name says',
      async () => ({ [file('storyboard.webp')]: await picture(320, 90).jpeg().toBuffer() }),
      [`${file('storyboard.webp')}:1: It is a jpg picture; name it storyboard.jpg.`],
    ],
    [
      'too large a picture',
      async () => ({ [file('storyboard.webp')]: await picture(8_000, 2_001).webp().toBuffer() }),
      [`${file('storyboard.webp')}:1: It is larger than 5 MB or 16 megapixels.`],
    ],
    [
      'a track that is none',
      async () => ({ [file('storyboard.vtt')]: 'storyboard.webp' }),
      [`${file('storyboard.vtt')}:1: The file has to begin with WEBVTT.`],
    ],
    [
      'a cue without a part of the picture',
      async () => ({ [file('storyboard.vtt')]: track.replace('#xywh=160,0,160,90', '') }),
      [
        `${file('storyboard.vtt')}:7: Each cue names a part of the picture, such as storyboard.webp#xywh=0,0,160,90.`,
      ],
    ],
    [
      'a gap between pictures',
      async () => ({ [file('storyboard.vtt')]: track.replace('=160,0,160', '=159,0,160') }),
      [
        `${file('storyboard.vtt')}:7: The pictures have to be of one size, in rows from the left, without gaps.`,
      ],
    ],
    [
      'a smaller picture than it says',
      async () => ({ [file('storyboard.webp')]: await picture(319, 90).webp().toBuffer() }),
      [`${file('storyboard.vtt')}:7: This part goes beyond the picture, which has 319 × 90 pixels.`],
    ],
    [
      'a late beginning',
      async () => ({ [file('storyboard.vtt')]: track.replace('00:00.000', '00:01.000') }),
      [
        `${file('storyboard.vtt')}:4: Each picture has to stand for as many seconds as the others, from 0:00 on.`,
      ],
    ],
  ])('%s', async (_, files, mistakes) => {
    expect(await mistakesWith(await files())).toEqual(mistakes)
  })
})
