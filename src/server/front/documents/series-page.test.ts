import Validator from '@adobe/structured-data-validator'
import { JSDOM } from 'jsdom'
import { beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { importCatalogue } from '#server/library/write/import-catalogue.ts'
import { type CatalogueContents, catalogueFolder, goodCatalogue } from '#support/catalogue-folder.ts'
import { testApp } from '#support/test-app.ts'

const hostile = '</script><b>Hooks</b> & "more"'
const taught: CatalogueContents = {
  ...goodCatalogue,
  'series/hooks/series.md': `---\ntitle: ${JSON.stringify(hostile)}\nlevel: advanced\nposition: 1\nvideos: [use-state, jsx]\n---\nFrom *one* hook to many.\n`,
}

const site = testApp()
beforeAll(() => importContents(taught))

async function importContents(contents: CatalogueContents) {
  await importCatalogue(site.services, catalogueFolder(contents))
  await site.services.library.refresh()
}

const origin = 'http://localhost:3000'
const path = '/content/series/hooks'
const get = (address: string) => site.client().fetch('GET', address, { headers: { accept: 'text/html' } })
const page = async (address: string) => new JSDOM((await get(address)).text).window.document
const dataOf = (document: Document): { [key: string]: unknown }[] =>
  [...document.querySelectorAll('script[type="application/ld+json"]')].map(({ textContent }) =>
    JSON.parse(textContent ?? ''),
  )

test('the page of a series reads as a table of contents, without any script', async () => {
  const { status } = await get(path)
  const document = await page(`${path}?lang=de`)
  expect(status).toBe(200)
  expect(document.querySelector('h1')?.textContent).toBe(hostile)
  expect(document.querySelector('article p')?.textContent).toBe('Für Profis · 2 Videos · 8\u00a0Sek.')
  expect(document.querySelector('article em')?.textContent).toBe('one')
  const films = [...document.querySelectorAll('article ol a')]
  expect(films.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['State: two counters', '/content/video/use-state?lang=de'],
    ['JSX', '/content/video/jsx?lang=de'],
  ])
})

test('a film of it continues in its order, in the document and for the player', async () => {
  const neighbours = async (id: string) =>
    [...(await page(`/content/video/${id}`)).querySelectorAll('main .document-text > nav:last-child a')].map(
      (link) => [link.textContent.split(':')[0], link.getAttribute('href')],
    )
  expect(await neighbours('use-state')).toEqual([['Next', '/content/video/jsx']])
  expect(await neighbours('jsx')).toEqual([['Previous', '/content/video/use-state']])
  const { body } = await site.client().call(calls.video, { params: { id: 'jsx' } })
  expect(body).toMatchObject({ video: { id: 'jsx' }, previousId: 'use-state' })
  expect(body).not.toHaveProperty('nextId')
  expect(site.services.library.neighbours('kata')).toEqual({ previousId: 'jsx' })
})

test('its head says address, languages, description and picture, and the picture is there', async () => {
  const document = await page(path)
  const content = (property: string) =>
    document.querySelector(`meta[property="og:${property}"]`)?.getAttribute('content')
  expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(origin + path)
  expect(
    [...document.querySelectorAll('link[hreflang]')].map((link) => link.getAttribute('hreflang')),
  ).toEqual(['en', 'de', 'x-default'])
  expect(document.querySelector('meta[name=description]')?.getAttribute('content')).toBe(
    'From one hook to many.',
  )
  expect([content('title'), content('type')]).toEqual([hostile, 'website'])
  const image = new URL(content('image') ?? '')
  expect(image.pathname).toMatch(/^\/share\/series\/hooks\/.+\.png$/)
  const { status, headers } = await get(image.pathname)
  expect([status, headers['content-type']]).toEqual([200, 'image/png'])
  expect((await get('/share/series/hooks/other.png')).status).toBe(404)
  expect((await get(image.pathname.replace('hooks', 'nope'))).status).toBe(404)
})

test('it is a course and a list in teaching order to search engines', async () => {
  const data = dataOf(await page(path))
  expect(data).toMatchObject([
    {
      '@type': 'Course',
      name: hostile,
      description: 'From one hook to many.',
      provider: { name: 'Lectern' },
      offers: [{ category: 'Partially Free' }],
    },
    {
      '@type': 'ItemList',
      numberOfItems: 2,
      itemListElement: [
        { position: 1, name: 'State: two counters', url: `${origin}/content/video/use-state` },
        { position: 2, name: 'JSX', url: `${origin}/content/video/jsx` },
      ],
    },
  ])
  const jsonld = Object.groupBy(data, (one) => String(one['@type']))
  const issues = await new Validator().validate({ jsonld } as never)
  expect(issues.filter(({ severity }) => severity === 'ERROR')).toEqual([])
})

test('the listing, the pages of its videos and the sitemap lead to it', async () => {
  const linksOf = async (address: string) =>
    [...(await page(address)).querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(await linksOf('/content')).toContain(path)
  expect(await linksOf('/content/video/jsx')).toContain(path)
  expect(await linksOf('/content/video/kata')).not.toContain(path)
  expect((await get('/sitemap.xml')).text).toContain(`<loc>${origin}${path}</loc>`)
})

test('an unknown series is not found (404); a withdrawn one is gone (410) until it is restored', async () => {
  const soon = '---\ntitle: Soon\npublished: 2099-01-01\n---\n'
  const never = '---\ntitle: Never\nlevel: beginner\nposition: 1\nvideos: [kata]\n---\n'
  expect((await get('/content/series/nope')).status).toBe(404)
  expect((await get('/content/series')).status).toBe(404)
  await importContents({ ...taught, 'testing/kata/video.md': soon, 'series/never/series.md': never })
  expect((await get('/content/series/never')).status).toBe(404)
  await importContents({ ...taught, 'testing/kata/video.md': soon, 'series/hooks/series.md': undefined })
  expect([(await get(path)).status, (await get('/content/series/never')).status]).toEqual([410, 404])
  expect((await get('/sitemap.xml')).text).not.toContain(path)
  await importContents(taught)
  expect((await get(path)).status).toBe(200)
})
