import { JSDOM } from 'jsdom'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { transcriptsUpkeep } from '#server/library/transcripts/index-transcripts.ts'
import { importCatalogue } from '#server/library/write/import-catalogue.ts'
import { type CatalogueContents, catalogueFolder, goodCatalogue } from '#support/catalogue-folder.ts'
import { setRevision } from '#support/stored/library.ts'
import { emptyTables } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp()
beforeAll(() => importContents(taught))

const words = (language: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${language}${n}`).join(' ')
const said = (text: string) => `WEBVTT\n\n00:00.000 --> 00:02.000\n${text}\n`
const taught: CatalogueContents = {
  ...goodCatalogue,
  'react/hooks/use-state/captions.en.vtt': said(`<b>${words('en', 30)}</b> & ${words('more', 30)}.`),
  'react/hooks/use-state/captions.de.vtt': said(words('de', 40)),
  'testing/kata/captions.fr.vtt': said('Bonjour.'),
  'series/hooks/series.md':
    '---\ntitle: Hooks\nposition: 1\nlevel: beginner\nvideos: [use-state, jsx]\n---\n',
}
const firstOf = { en: `${words('en', 30)} & ${words('more', 9)} …`, de: words('de', 40) }

async function importContents(contents: CatalogueContents) {
  const outcome = await importCatalogue(site.services, catalogueFolder(contents))
  expect(outcome.kind).toBe('imported')
  await site.services.library.refresh()
}
const preview = (id: string) => site.client().call(calls.videoPreview, { params: { id } })
const page = async (address: string) => {
  const { text } = await site.client().fetch('GET', address, { headers: { accept: 'text/html' } })
  return { text, document: new JSDOM(text).window.document }
}

describe('GET /api/video/{id}/preview', () => {
  test('sends everyone the chapters of a film and its first 40 words, in each language of its captions', async () => {
    const { status, body } = await preview('use-state')
    expect(status).toBe(200)
    expect(body).toEqual({
      chapters: [
        { startSeconds: 0, title: 'Hello' },
        { startSeconds: 2, title: 'Types: a story' },
      ],
      beginnings: [
        { srclang: 'de', text: firstOf.de },
        { srclang: 'en', text: firstOf.en },
      ],
    })
    expect((await preview('jsx')).body).toEqual({ chapters: [], beginnings: [] })
  })

  test('knows no film that is not listed', async () => {
    expect((await preview('nothing')).status).toBe(404)
  })

  test('is there as soon as the upkeep has read captions that an import left', async () => {
    await emptyTables(site.db, 'transcript')
    await setRevision(site.db, 100)
    await site.services.library.refresh()
    expect((await preview('use-state')).body.beginnings).toEqual([])
    for (const step of transcriptsUpkeep) await step.run(site.services, { atStart: false })
    await site.services.library.refresh()
    expect((await preview('use-state')).body.beginnings).toHaveLength(2)
  })
})

describe('the document of a film that is not free', () => {
  test.each([
    ['en', firstOf.en],
    ['de', firstOf.de],
  ])('says in %s chapters and first words, and carries them for its page', async (language, text) => {
    const { document, text: source } = await page(`/content/video/use-state?lang=${language}`)
    expect(document.querySelector('blockquote')?.textContent).toBe(text)
    expect(document.querySelector('blockquote')?.getAttribute('lang')).toBe(language)
    const chapters = [...document.querySelectorAll('article ol li')].map((item) => item.textContent?.trim())
    expect(chapters).toEqual(['0:00 Hello', '0:02 Types: a story'])
    const carried = JSON.parse(document.querySelector('#carried')?.textContent ?? '')
    expect(carried.preview).toEqual({ videoId: 'use-state', ...(await preview('use-state')).body })
    // not a word more
    expect(source).not.toContain('more9')
  })

  test('shows the first words of captions in another language if it has none in this one', async () => {
    const { document } = await page('/content/video/kata')
    expect(document.querySelector('blockquote')?.getAttribute('lang')).toBe('fr')
  })

  test('names what else is in its series, the trial and the price', async () => {
    const { document } = await page('/content/video/use-state')
    const links = [...document.querySelectorAll('#root a, main a, article a, section a')].map((link) =>
      link.getAttribute('href'),
    )
    for (const path of ['/content/series/hooks', '/content/video/jsx', '/register', '/pricing'])
      expect(links).toContain(path)
    expect(document.body.textContent).toContain('Please log in to view the video')
    expect(
      (await page('/content/video/jsx')).document.querySelector('article a[href="/register"]'),
    ).toBeNull()
  })
})
