import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Validator from '@adobe/structured-data-validator'
import { JSDOM } from 'jsdom'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { importCatalogue } from '#server/library/write/import-catalogue.ts'
import { catalogueFolder, fixture, goodCatalogue } from '#support/catalogue-folder.ts'
import { folderOfTests } from '#support/folders.ts'
import { goodsOnSale, voucherOnSale } from '#support/shopper.ts'
import { changeGoods, goodsOf } from '#support/stored/shop.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'
import { readXml, type XmlElement } from '#support/xml-tree.ts'

const hostile = '</script><script>alert(1)</script>]]>&"'
let site: TestApp
const folder = folderOfTests()
beforeAll(async () => {
  writeFileSync(
    join(folder, 'redirects.yaml'),
    'moved:\n  /old: /pricing\n  /content/video/former: /content/video/jsx\n  /faq: /about\n  /far: https://far.example.org/x?y=1\n  /über: /pricing?q=für\n  /content/video/moved: /content/video/jsx\ngone:\n  - /campaign\n',
  )
  writeFileSync(
    join(folder, 'site.yaml'),
    'social: [{name: M, url: https://social.example.org/@m}]\nhue: 30\n',
  )
  site = await createTestApp({ settings: { SITE_DIR: folder } })
  await importVideos()
})
afterAll(() => site.close())

/** Imports the library, and further videos by their folders' names, published on a day. */
async function importVideos(further: Readonly<Record<string, string>> = {}) {
  const videos = Object.entries(further).flatMap(([name, published]) => [
    [`testing/${name}/video.md`, `---\ntitle: ${name}\npublished: ${published}\n---\n`],
    [`testing/${name}/film.mp4`, fixture('film.mp4')],
  ])
  const contents = {
    ...goodCatalogue,
    'testing/attack/video.md': `---\ntitle: ${JSON.stringify(hostile)}\npublished: 2026-04-01\n---\n${hostile}\n`,
    'testing/attack/film.mp4': fixture('film.mp4'),
    ...Object.fromEntries(videos),
  }
  const outcome = await importCatalogue(site.services, catalogueFolder(contents))
  expect(outcome.kind).toBe('imported')
  await site.services.library.refresh()
}

const origin = 'http://localhost:3000'
const get = (path: string, headers: Record<string, string> = {}) =>
  site.client().fetch('GET', path, { headers: { accept: 'text/html', ...headers } })
const page = async (path: string) => new JSDOM((await get(path)).text).window.document
type Data = { readonly [key: string]: unknown }
const dataOf = (document: Document): Data[] =>
  [...document.querySelectorAll('script[type="application/ld+json"]')].map(({ textContent }) =>
    JSON.parse(textContent ?? ''),
  )
const ofType = (document: Document, type: string) => dataOf(document).find((data) => data['@type'] === type)
const og = (document: Document, property: string) =>
  document.querySelector(`meta[property="og:${property}"]`)?.getAttribute('content')
const child = (element: XmlElement | undefined, name: string) =>
  element?.children.find((one) => one.name === name)

describe('the head of a page', () => {
  test.each(['/', '/content', '/content/category/react', '/content/video/jsx', '/pricing', '/faq'])(
    'of %s names address, languages, title, description and picture',
    async (path) => {
      const document = await page(path)
      expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(origin + path)
      const languages = [...document.querySelectorAll('link[hreflang]')].map((link) =>
        link.getAttribute('hreflang'),
      )
      expect(languages).toEqual(['en', 'de', 'x-default'])
      expect(og(document, 'url')).toBe(origin + path)
      expect(document.title).toBe(`${og(document, 'title')} – ${og(document, 'site_name')}`)
      expect(og(document, 'description')).toBe(
        document.querySelector('meta[name=description]')?.getAttribute('content'),
      )
      expect((await site.client().fetch('GET', new URL(og(document, 'image') ?? '').pathname)).status).toBe(
        200,
      )
    },
  )

  test('in German is canonical to itself', async () => {
    const document = await page('/pricing?lang=de')
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      `${origin}/pricing?lang=de`,
    )
    expect([og(document, 'url'), og(document, 'locale')]).toEqual([`${origin}/pricing?lang=de`, 'de_DE'])
  })

  test.each(['/login', '/nope'])('of %s, which must not be indexed, has none of this', async (path) => {
    const document = await page(path)
    expect(
      document.querySelector(
        '[property^="og:"], link[rel=canonical], link[hreflang], script[type="application/ld+json"]',
      ),
    ).toBeNull()
  })

  test('links to the feed if there is one', async () => {
    const feed = (document: Document) =>
      document.querySelector('link[type="application/rss+xml"]')?.getAttribute('href')
    expect(feed(await page('/content'))).toBe(`${origin}/feed.xml`)
    expect(feed(await page('/content/category/react'))).toBe(`${origin}/content/category/react/feed.xml`)
    expect(feed(await page('/pricing'))).toBeUndefined()
  })
})

describe('structured data', () => {
  test('of a video is a VideoObject with its way through the library', async () => {
    const document = await page('/content/video/jsx')
    expect(ofType(document, 'VideoObject')).toMatchObject({
      '@context': 'https://schema.org',
      name: 'JSX',
      description: expect.stringMatching(/./),
      thumbnailUrl: expect.arrayContaining([og(document, 'image')]),
      uploadDate: '2026-02-01T00:00:00+01:00',
      duration: expect.stringMatching(/^PT\d+S$/),
      isAccessibleForFree: expect.any(Boolean),
    })
    const steps = ofType(document, 'BreadcrumbList')?.itemListElement as { position: number; item: string }[]
    expect(steps.map(({ position }) => position)).toEqual(steps.map((_, index) => index + 1))
    for (const { item } of steps) expect((await get(item.slice(origin.length))).status).toBe(200)
    expect(steps.at(-1)?.item).toBe(`${origin}/content/video/jsx`)
  })

  test('of the pricing page is a product with an offer for each interval', async () => {
    const { offers } = ofType(await page('/pricing'), 'Product') as { offers: Data }
    expect(offers).toMatchObject({
      lowPrice: '11.90',
      highPrice: '114.24',
      priceCurrency: 'EUR',
      offerCount: 3,
    })
    expect((offers.offers as Data[]).map(({ price }) => price)).toEqual(['11.90', '32.13', '114.24'])
    for (const { priceSpecification, price } of offers.offers as Data[])
      expect(priceSpecification).toMatchObject({ price, valueAddedTaxIncluded: true })
    expect(ofType(await page('/pricing'), 'Product')?.description).toContain('from EUR 9.52 a month')
  })

  test('of a free film names its public URL, as the sitemap does', async () => {
    const { contentUrl } = ofType(await page('/content/video/jsx'), 'VideoObject') ?? {}
    expect(contentUrl).toMatch(/^http:\/\/localhost:3000\/media\/free\//)
    expect((await get(String(contentUrl).slice(origin.length))).headers['content-type']).toBe('video/mp4')
    expect(ofType(await page('/content/video/use-state'), 'VideoObject')).not.toHaveProperty('contentUrl')
    const { text } = await get('/sitemap.xml')
    expect(text.match(/<video:content_loc>[^<]*/g)).toEqual([`<video:content_loc>${contentUrl}`])
  })

  test('of the landing page is the organisation with its pages elsewhere', async () => {
    expect(ofType(await page('/'), 'Organization')).toMatchObject({
      name: 'Lectern',
      legalName: 'Robin Sample',
      url: `${origin}/`,
      sameAs: ['https://social.example.org/@m'],
    })
  })

  test('offers nothing while the service is closing', async () => {
    await site.client().call(calls.demoServiceMode, { body: { serviceMode: 'sunset' } })
    site.clock.advanceReal({ seconds: 2 })
    expect(ofType(await page('/pricing'), 'Product')).toBeUndefined()
    await site.client().call(calls.demoServiceMode, { body: { serviceMode: 'open' } })
    site.clock.advanceReal({ seconds: 2 })
    expect(ofType(await page('/pricing'), 'Product')).toBeDefined()
  })

  test('of the shop has its products, as soon as it sells, with the price for private customers', async () => {
    const inSitemap = async () => (await get('/sitemap.xml')).text.includes(`<loc>${origin}/shop</loc>`)
    const closed = await page('/shop')
    expect(closed.querySelector('main')?.textContent).toContain('Nothing is sold here at the moment.')
    expect([dataOf(closed), closed.querySelector('link[rel=canonical]'), await inSitemap()]).toEqual([
      [],
      null,
      false,
    ])
    await voucherOnSale(site)
    await goodsOnSale(site, { stock: 0 })
    site.clock.advanceReal({ seconds: 2 })
    await vi.waitFor(async () => expect(await inSitemap()).toBe(true))
    const document = await page('/shop?lang=de')
    expect(document.querySelector('main')?.textContent).toMatch(
      /Three months.*32,13.€, inkl. USt..*Mug.*11,90.€/s,
    )
    expect(document.querySelector('footer a[href^="/shop"]')).not.toBeNull()
    const availability = 'https://schema.org/OutOfStock'
    expect(dataOf(document)).toMatchObject([
      { '@type': 'Product', name: 'Three months', offers: [{ price: '32.13', priceCurrency: 'EUR' }] },
      { '@type': 'Product', name: 'Mug', offers: [{ price: '11.90', availability }] },
    ])
  })

  test('of an order is told by the privacy policy, in both languages, while the shop sells', async () => {
    const text = (await page('/privacy-policy')).querySelector('main')?.textContent
    expect(text).toMatch(/When you order in the shop.*The carrier gets your name and address/s)
    expect(text).toMatch(/Wenn Sie im Shop bestellen.*Der Versanddienst erhält Ihren Namen/s)
    const closed = await createTestApp()
    const { text: without } = await closed.client().fetch('GET', '/privacy-policy')
    expect(without).not.toContain('When you order in the shop')
    await closed.close()
  })

  test('of a product has its picture, price and offer, on a page named after it', async () => {
    const id = await goodsOnSale(site, { name: 'Großer Becher', variant: 'blau', stock: 3 })
    const goodsId = await goodsOf(site.db, id)
    const change = async (to: Parameters<typeof changeGoods>[2]) => {
      await changeGoods(site.db, goodsId, to)
      site.clock.advanceReal({ seconds: 2 })
      await get('/shop')
    }
    await change({ picture: '/shop/becher.webp' })
    const short = goodsId.slice(-12)
    const path = `/shop/product/grosser-becher-${short}`
    await vi.waitFor(async () => expect((await get(path)).status).toBe(200))
    const document = await page(`${path}?lang=de`)
    expect(document.title).toBe('Großer Becher – Lectern')
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      `${origin}${path}?lang=de`,
    )
    expect(document.querySelectorAll('link[hreflang]')).toHaveLength(3)
    expect(document.querySelector('meta[property="og:image"]')?.getAttribute('content')).toBe(
      `${origin}/shop/becher.webp`,
    )
    const text = document.querySelector('main')?.textContent
    expect(text).toMatch(/Großer Becher.*blau: 11,90.€, inkl. USt., zzgl. Versand.*Versandkosten/s)
    const offer = { url: origin + path, price: '11.90', availability: 'https://schema.org/InStock' }
    expect(dataOf(document)).toMatchObject([
      { '@type': 'Product', url: origin + path, image: `${origin}/shop/becher.webp`, offers: [offer] },
    ])
    expect((await page('/shop')).querySelector(`a[href^="${path}"]`)?.textContent).toBe('Großer Becher')
    expect((await get('/sitemap.xml')).text).toContain(`<loc>${origin}${path}</loc>`)

    await change({ name: 'Becher' })
    const moved = `/shop/product/becher-${short}`
    await vi.waitFor(async () => expect((await get(path)).headers.location).toBe(moved))
    expect((await get(moved)).status).toBe(200)
    expect((await get('/shop/product/becher-000000000000')).status).toBe(404)
    await change({ onSale: false })
    await vi.waitFor(async () => expect((await get(moved)).status).toBe(410))
    expect((await get('/sitemap.xml')).text).not.toContain(moved)
  })

  test('of every public page, in both languages, is what search engines ask for', async () => {
    const paths = readXml((await get('/sitemap.xml')).text).children.map(
      (url) => child(url, 'loc')?.text.slice(origin.length) ?? '',
    )
    const types = new Set<string>()
    for (const path of paths) {
      const data = dataOf(await page(path))
      const jsonld = Object.groupBy(data, (one) => String(one['@type'])) as Record<string, Data[]>
      for (const type of Object.keys(jsonld)) types.add(type)
      const issues = await new Validator().validate({ jsonld })
      // warnings list optional properties, such as ratings, which do not exist here
      expect([path, issues.filter(({ severity }) => severity === 'ERROR')]).toEqual([path, []])
    }
    expect([...types].sort()).toEqual(['BreadcrumbList', 'Organization', 'Product', 'VideoObject'])
  })

  test('is text, whatever authors write', async () => {
    const document = await page('/content/video/attack')
    expect(ofType(document, 'VideoObject')?.name).toBe(hostile)
    expect(
      [...document.querySelectorAll('script')].filter(({ textContent }) => textContent === 'alert(1)'),
    ).toEqual([])
  })
})

describe('the sitemap', () => {
  test('lists every public page, category and video in each language, and each address answers', async () => {
    const { text, headers } = await get('/sitemap.xml')
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    const urls = readXml(text).children
    const paths = urls.map((url) => child(url, 'loc')?.text.slice(origin.length) ?? '')
    expect(paths).toEqual(expect.arrayContaining(['/', '/content', '/pricing', '/faq', '/imprint', '/about']))
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths.some((path) => path.startsWith('/login') || path.startsWith('/account'))).toBe(false)
    for (const path of paths)
      expect((await page(path)).querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
        origin + path,
      )
    for (const [index, url] of urls.entries()) {
      const alternates = url.children
        .filter(({ name }) => name === 'link')
        .map(({ attributes }) => attributes)
      expect(alternates.map(({ hreflang, href }) => [hreflang, href])).toEqual([
        ['en', `${origin}${paths[index]}?lang=en`],
        ['de', `${origin}${paths[index]}?lang=de`],
        ['x-default', child(url, 'loc')?.text],
      ])
    }
    const videos = urls.flatMap((url) => child(url, 'video') ?? [])
    expect(videos).toHaveLength(site.services.library.videos().length)
    for (const video of videos) {
      const value = (name: string) => child(video, name)?.text ?? ''
      expect(value('title')).not.toBe('')
      expect(value('description')).not.toBe('')
      expect(value('player_loc')).toMatch(/\/content\/video\/.+\?t=0$/)
      expect(Number(value('duration'))).toBeGreaterThan(0)
      expect((await get(value('thumbnail_loc').slice(origin.length))).headers['content-type']).toBe(
        'image/png',
      )
    }
  })

  test('is named by robots.txt, which excludes all URLs that are not pages', async () => {
    const { text, headers } = await get('/robots.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const [agent, ...rules] = text.trimEnd().split('\n')
    expect(agent).toBe('User-agent: *')
    expect(rules.filter((rule) => rule.startsWith('Disallow'))).toEqual([
      'Disallow: /api/',
      'Disallow: /auth/',
      'Disallow: /media/',
    ])
    expect(rules.at(-1)).toBe(`Sitemap: ${origin}/sitemap.xml`)
    // no call of a person, and none that opens a film
    expect(rules.filter((rule) => rule.startsWith('Allow')).toSorted()).toEqual([
      'Allow: /api/categories$',
      'Allow: /api/config$',
      'Allow: /api/series$',
      'Allow: /api/shop$',
      'Allow: /api/user-session$',
      'Allow: /api/versions$',
      'Allow: /api/video/*/preview$',
      'Allow: /api/video/*/text$',
      'Allow: /api/videos$',
      'Allow: /api/videos/pieces$',
      'Allow: /api/videos/pieces/*$',
      'Allow: /media/free/',
    ])
  })

  test('calls are read by search engines, and are no results', async () => {
    for (const path of ['/api/videos', '/api/config', '/api/user-session'])
      expect((await get(path)).headers['x-robots-tag'], path).toBe('noindex')
    expect((await get('/')).headers['x-robots-tag']).toBeUndefined()
  })
})

describe('the feeds', () => {
  test('tell the newest videos of the library first', async () => {
    const { text, headers } = await get('/feed.xml')
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    const rss = readXml(text)
    expect([rss.name, rss.attributes.version]).toEqual(['rss', '2.0'])
    const channel = child(rss, 'channel')
    for (const name of ['title', 'link', 'description']) expect(child(channel, name)).toBeDefined()
    const items = channel?.children.filter(({ name }) => name === 'item') ?? []
    expect(items.map((item) => child(item, 'title')?.text)).toEqual(
      site.services.library.videos().map(({ title }) => title),
    )
    const dates = items.map((item) => Date.parse(child(item, 'pubDate')?.text ?? ''))
    expect(dates).toEqual(dates.toSorted((a, b) => b - a))
    for (const item of items)
      expect((await get(child(item, 'guid')?.text.slice(origin.length) ?? '')).status).toBe(200)
  })

  test('of a category tell its videos and those below it', async () => {
    const titles = async (path: string) =>
      child(readXml((await get(path)).text), 'channel')
        ?.children.filter(({ name }) => name === 'item')
        .map((item) => child(item, 'title')?.text)
    const all = site.services.library.videos().length
    const react = await titles('/content/category/react/feed.xml')
    expect(react).toContain('JSX')
    expect(react?.length).toBeLessThan(all)
    expect((await get('/content/category/nope/feed.xml')).status).toBe(404)
  })
})

describe('pictures', () => {
  const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]
  const bytes = async (path: string) =>
    (await site.app.inject({ url: path, headers: { host: 'localhost:3000' } })).rawPayload

  test('to share are made for each video, of the size that previews want, and change with the title', async () => {
    const image = new URL(og(await page('/content/video/jsx'), 'image') ?? '').pathname
    expect(sizeOf(await bytes(image))).toEqual([1200, 630])
    expect((await get(image.replace(/\/[^/]+$/, '/other.png'))).status).toBe(404)
    expect((await get('/share/nope/x.png')).status).toBe(404)
    const withPoster = site.services.library.videos().filter(({ thumbnailUrl }) => thumbnailUrl !== undefined)
    expect(withPoster.length).toBeGreaterThan(0)
    for (const { id } of withPoster) {
      const path = new URL(og(await page(`/content/video/${id}`), 'image') ?? '').pathname
      const right = await sharp(await bytes(path))
        .extract({ left: 600, top: 0, width: 600, height: 630 })
        .stats()
      // the poster covers the plain ground
      expect(right.entropy).toBeGreaterThan(0)
    }
    const others = new Set(
      await Promise.all(
        ['jsx', 'use-state', 'attack'].map(async (id) => og(await page(`/content/video/${id}`), 'image')),
      ),
    )
    expect(others.size).toBe(3)
  })

  test('for home screens are those of the manifest', async () => {
    const { text, headers } = await get('/manifest.webmanifest')
    expect(headers['content-type']).toBe('application/manifest+json')
    const manifest = JSON.parse(text)
    expect(manifest).toMatchObject({ name: 'Lectern', start_url: '/content', display: 'minimal-ui' })
    for (const { src, sizes, type } of manifest.icons) {
      if (type === 'image/png') expect(sizeOf(await bytes(src)).join('x')).toBe(sizes)
      else expect((await get(src)).text).toMatch(/^<svg/)
    }
    expect((await get('/icons/nope.png')).status).toBe(404)
    const document = await page('/')
    for (const rel of ['icon', 'apple-touch-icon', 'manifest'])
      expect(
        (await get(document.querySelector(`link[rel="${rel}"]`)?.getAttribute('href') ?? '')).status,
      ).toBe(200)
  })
})

describe('former addresses', () => {
  test.each([
    ['/old', '/pricing'],
    ['/old/', '/pricing'],
    ['/old?lang=de', '/pricing?lang=de'],
    ['/content/video/former', '/content/video/jsx'],
    ['/far?q=1', 'https://far.example.org/x?y=1'],
    ['/%C3%BCber', '/pricing?q=f%C3%BCr'],
  ])('%s leads to %s', async (from, to) => {
    const { status, headers } = await get(from)
    expect([status, headers.location]).toEqual([301, to])
  })

  test('do not take the place of a page that is there', async () => {
    expect((await get('/faq')).status).toBe(200)
  })

  test('that were removed say so, in both languages', async () => {
    const { status, text } = await get('/campaign')
    expect(status).toBe(410)
    expect(text).toContain('<h1>This page is no longer here.</h1>')
    expect(text).toContain('noindex')
    expect((await get('/campaign?lang=de')).text).toContain('<h1>Diese Seite gibt es nicht mehr.</h1>')
  })
})

describe('an address with another case, or with doubled slashes', () => {
  test.each([
    ['/Pricing', '/pricing'],
    ['/pricing//?lang=de&x=//', '/pricing?lang=de&x=//'],
    ['//faq', '/faq'],
    ['//', '/'],
    ['/Content/Video/jsx/', '/content/video/jsx'],
    ['/content//category/react', '/content/category/react'],
    ['/Join/aBc', '/join/aBc'],
    ['/JOIN//aBc', '/join/aBc'],
  ])('%s leads to %s for good', async (from, to) => {
    for (const method of ['GET', 'HEAD'] as const)
      for (const accept of ['text/html', 'application/json']) {
        const { status, headers } = await site.client().fetch(method, from, { headers: { accept } })
        expect([status, headers.location]).toEqual([308, to])
      }
  })

  test.each([
    '/content/video/JSX',
    '/content//video/JSX',
    '/content/category/React',
    '//social.example.org',
    '//social.example.org/pricing',
    '//api/config',
    '/API/config',
    '/Auth/login',
    '/nope//',
  ])('redirects nowhere if it is no page: %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  test('with one trailing slash is a page, with its canonical URL', async () => {
    const { status, text } = await get('/pricing/')
    expect(status).toBe(200)
    expect(text).toContain(`<link rel="canonical" href="${origin}/pricing">`)
  })

  test('takes no other method', async () => {
    expect((await site.client().fetch('POST', '/Pricing')).status).toBe(404)
  })
})

describe('a video that was removed', () => {
  const path = '/content/video/passing'
  const listed = async () =>
    (
      await Promise.all(
        ['/sitemap.xml', '/feed.xml', '/content/category/testing/feed.xml'].map((at) => get(at)),
      )
    ).map(({ text }) => text.includes(path))

  test('is gone (410), also from sitemap and feeds, until it is restored', async () => {
    await importVideos({ passing: '2026-04-02' })
    expect([(await get(path)).status, await listed()]).toEqual([200, [true, true, true]])
    await importVideos()
    const { status, text } = await get(path)
    expect([status, await listed()]).toEqual([410, [false, false, false]])
    expect(text).toContain('<h1>This page is no longer here.</h1>')
    expect((await get(`${path}/?t=9`)).status).toBe(410)
    await importVideos({ passing: '2026-04-02' })
    expect([(await get(path)).status, await listed()]).toEqual([200, [true, true, true]])
    await importVideos()
  })

  test('leads where the operator says that it has moved', async () => {
    await importVideos({ moved: '2026-04-02' })
    expect((await get('/content/video/moved')).status).toBe(200)
    await importVideos()
    const { status, headers } = await get('/content/video/moved')
    expect([status, headers.location]).toEqual([301, '/content/video/jsx'])
  })

  test('before it was ever published is as unknown as before', async () => {
    await importVideos({ planned: '2199-04-02' })
    expect((await get('/content/video/planned')).status).toBe(404)
    await importVideos()
    expect((await get('/content/video/planned')).status).toBe(404)
  })
})

describe('without scripts', () => {
  test.each(['en', 'de'])(
    'everything public is linked from the front page and readable (%s)',
    async (lang) => {
      const read = new Map<string, string>()
      const waiting = [`/?lang=${lang}`]
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        if (read.has(path) || new URL(path, origin).searchParams.get('lang') !== lang) continue
        const document = await page(path)
        expect(document.documentElement.lang).toBe(lang)
        read.set(path, document.querySelector('main')?.textContent ?? '')
        for (const link of document.querySelectorAll('a[href^="/"]'))
          waiting.push(link.getAttribute('href')?.replace(/#.*/, '') ?? '')
      }
      for (const path of [
        'content',
        'pricing',
        'faq',
        'imprint',
        'terms-and-conditions',
        'privacy-policy',
        'about',
      ])
        expect([path, (read.get(`/${path}?lang=${lang}`) ?? '').length > 100]).toEqual([path, true])
      for (const { id, title } of site.services.library.videos())
        expect(read.get(`/content/video/${encodeURIComponent(id)}?lang=${lang}`)).toContain(title)
    },
  )
})
