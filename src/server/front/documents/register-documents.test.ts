import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { importCatalogue } from '#server/library/write/import-catalogue.ts'
import { type CatalogueContents, catalogueFolder, fixture, goodCatalogue } from '#support/catalogue-folder.ts'
import { withoutTable } from '#support/stored/rows.ts'
import { createTestApp, testApp } from '#support/test-app.ts'

const hostile = '"><img src=x onerror=alert(1)></title><script>alert(2)</script>'
const yaml = JSON.stringify(hostile)
const contents: CatalogueContents = {
  ...goodCatalogue,
  'hostile/category.md': `---\nname: ${yaml}\nposition: 9\n---\n${hostile}\n`,
  'hostile/attack/video.md': `---\ntitle: ${yaml}\npublished: 2026-04-01\ntags: [${JSON.stringify(hostile.slice(0, 60))}]\nversions: [${JSON.stringify(hostile.slice(0, 60))}]\n---\n${hostile}\n\n[x](javascript:alert(3)) ![y](/media/film.mp4)\n`,
  'hostile/attack/film.mp4': fixture('film.mp4'),
  'größe/category.md': '---\nname: Größe & Co\nposition: 10\n---\n',
  'größe/日本語/video.md': '---\ntitle: 日本語のビデオ\npublished: 2026-04-02\nfree: true\n---\nほげ\n',
  'größe/日本語/film.mp4': fixture('film.mp4'),
  'größe/日本語/poster.png': fixture('poster.png'),
  'testing/next/video.md': '---\ntitle: Next\npublished: 2026-12-24\n---',
  'testing/next/film.mp4': fixture('film.mp4'),
}

const site = testApp()
beforeAll(async () => {
  await importCatalogue(site.services, catalogueFolder(contents))
  await site.services.library.refresh()
})

const get = (path: string, headers: Record<string, string> = {}) =>
  site.client().fetch('GET', path, { headers: { accept: 'text/html,*/*;q=0.8', ...headers } })

test('a document says how large the library is, for the room of a listing that is loading', async () => {
  const { text } = await get('/pricing')
  const { librarySize } = JSON.parse(/id="carried">(.*?)<\/script>/.exec(text)?.[1] ?? '')
  const { videos } = (await site.client().fetch('GET', '/api/videos')).body as {
    videos: { tags: string[]; versions: string[]; durationSeconds: number }[]
  }
  expect(librarySize).toEqual({
    videos: videos.length,
    durationSeconds: videos.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    tags: new Set(videos.flatMap(({ tags }) => tags)).size,
    versions: new Set(videos.flatMap(({ versions }) => versions)).size,
    series: 0,
  })
})

const titleOf = (text: string) => /<title>(.*)<\/title>/s.exec(text)?.[1]

describe('every page has its title, its text and its address', () => {
  test.each([
    ['/', 'Training videos', 'Training videos for working developers'],
    ['/content', 'Videos by publishing date', 'State: two counters'],
    ['/content/category/react', 'React', 'All about <em>React</em>'],
    ['/content/category/testing/hooks', 'Hooks', 'State: two counters'],
    ['/content/category/gr%C3%B6%C3%9Fe', 'Größe &amp; Co', '日本語のビデオ'],
    ['/content/video/use-state', 'State: two counters', 'Counts <strong>twice</strong>.'],
    ['/content/video/%E6%97%A5%E6%9C%AC%E8%AA%9E', '日本語のビデオ', 'ほげ'],
    ['/pricing', 'Pricing', '€11.90 a month, including VAT'],
    ['/faq', 'FAQ', 'Is my progress kept?'],
    ['/imprint', 'Imprint', 'Sample Street 1'],
    ['/terms-and-conditions', 'Terms &amp; conditions', 'Refunds and withdrawal'],
    ['/privacy-policy', 'Privacy policy', 'Verantwortlich für die Verarbeitung'],
    ['/about', 'About', 'Freelance developer and trainer'],
  ])('%s', async (path, title, text) => {
    const reply = await get(path)
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(titleOf(reply.text)).toBe(`${title} – Lectern`)
    expect(reply.text).toContain(text)
    expect(reply.text).toMatch(/<meta name="description" content="[^"]+">/)
    expect(reply.text).toContain(`<link rel="canonical" href="http://localhost:3000${path}">`)
    expect(reply.text).not.toContain('noindex')
    expect((await get(`${path === '/' ? '' : path}/`)).text).toBe(reply.text)
    expect((await get(`${path}?utm=<x>`)).text).toBe(reply.text)
  })

  test.each([
    ['/login', 'Login'],
    ['/register', 'Register'],
    ['/confirm-contact?contact=a&code=b', 'Confirm contact'],
    ['/confirm-contact/success', 'Confirm contact'],
    ['/confirm-contact/failure', 'Confirm contact'],
    ['/confirm-contact/error', 'Confirm contact'],
    ['/demo', 'Demo'],
  ])('%s, which search engines should not keep', async (path, title) => {
    const reply = await get(path)
    expect(reply.status).toBe(200)
    expect(titleOf(reply.text)).toContain(`${title} – Lectern`)
    expect(reply.text).toContain('<meta name="robots" content="noindex">')
    expect(reply.text).not.toContain('canonical')
  })

  test('a category below two parents has two addresses, and search engines keep one of them', async () => {
    const { text } = await get('/content/category/react/hooks')
    expect(text).toContain(
      '<link rel="canonical" href="http://localhost:3000/content/category/testing/hooks">',
    )
    expect(text).toContain('<a href="/content/category/react"><bdi>React</bdi></a></nav>')
  })

  test('the listing links every category and video, nested, and names no medium', async () => {
    const { text } = await get('/content')
    for (const { id } of site.services.library.videos())
      expect(text).toContain(`href="/content/video/${encodeURIComponent(id)}"`)
    expect(text).toContain('href="/content/category/react/hooks"')
    expect(text).toContain('href="/content/category/testing/hooks"')
    expect(text).not.toMatch(/\.mp4|\.vtt|\/media\//)
    // the posters of the first view are asked for; cards are the screens' (web/draw-page.test.tsx)
    expect(text.replace(/<link rel="preload" as="image"[^>]*>/g, '')).not.toContain('/posters/')
    expect(text).not.toContain('Next')
  })

  test('a video page links its neighbours by publishing date', async () => {
    const { text } = await get('/content/video/use-state')
    expect(text).toContain('<a href="/content/video/attack">Previous: ')
    expect(text).toContain('<a href="/content/video/jsx">Next: <bdi>JSX</bdi></a>')
  })
})

describe('each page speaks two languages', () => {
  const languageOf = (text: string) => /<html lang="(..)">/.exec(text)?.[1]

  test('and the address, the cookie, then the browser decide between them', async () => {
    for (const [path, headers, language] of [
      ['/faq', {}, 'en'],
      ['/faq', { 'accept-language': 'de' }, 'de'],
      ['/faq', { 'accept-language': 'de', cookie: 'lectern-language=en' }, 'en'],
      ['/faq?lang=de', { cookie: 'lectern-language=en' }, 'de'],
      ['/faq?lang=en', { 'accept-language': 'de' }, 'en'],
    ] as const) {
      const { text, headers: replied } = await get(path, headers)
      expect([path, languageOf(text)]).toEqual([path, language])
      expect(replied['content-language']).toBe(language)
      expect(replied.vary).toBe('Accept-Encoding, Accept-Language, Cookie')
      expect(text).toContain(language === 'de' ? '>Impressum</a>' : '>Imprint</a>')
    }
  })

  test.each(['/', '/faq', '/content/video/use-state'])(
    '%s links to both, each canonical for itself, and serves any language without one in the URL',
    async (path) => {
      const here = `http://localhost:3000${path}`
      for (const [query, canonical] of [
        ['', here],
        ['?lang=de', `${here}?lang=de`],
        ['?lang=en&utm=x', `${here}?lang=en`],
      ]) {
        const { text } = await get(path + query)
        expect(text).toContain(`<link rel="canonical" href="${canonical}">`)
        for (const [language, address] of [
          ['en', `${here}?lang=en`],
          ['de', `${here}?lang=de`],
          ['x-default', here],
        ])
          expect(text).toContain(`<link rel="alternate" hreflang="${language}" href="${address}">`)
      }
    },
  )

  test('and the page that has both at once begins with the language of the reader', async () => {
    for (const [language, title, heading] of [
      ['de', 'Datenschutz', 'Datenschutzerklärung'],
      ['en', 'Privacy policy', 'Privacy policy'],
    ]) {
      const { text } = await get(`/privacy-policy?lang=${language}`)
      expect(text).toContain(`<title>${title} – `)
      expect(/<h1>(.*?)<\/h1>/.exec(text)?.[1]).toBe(heading)
    }
  })

  test.each(['/', '/pricing', '/faq', '/terms-and-conditions', '/about'])(
    '%s ends no sentence twice, in either language',
    async (path) => {
      for (const language of ['en', 'de']) {
        const { text } = await get(`${path}?lang=${language}`)
        const shown = text.replace(/<(script|template|style)\b.*?<\/\1>/gs, '')
        expect(shown.match(/.{30}[^.]\.(?:<[^>]*>)*\.[^.]/g)).toBe(null)
      }
    },
  )

  test("has links that keep the URL's language without scripts", async () => {
    const { text } = await get('/content?lang=de')
    expect(text).toContain('href="/content/video/use-state?lang=de"')
    expect(text).toContain('href="/imprint?lang=de"')
    expect(text).toContain('<a href="/content?lang=en">English</a>')
    expect((await get('/nope?lang=de')).text).toContain('<a href="?lang=en">English</a>')
    expect((await get('/content', { 'accept-language': 'de' })).text).toContain('href="/imprint"')
  })

  test('are cached separately by browsers', async () => {
    const etagOf = async (language: string) =>
      String((await get('/faq', { 'accept-language': language })).headers.etag)
    const german = await etagOf('de')
    expect(await etagOf('en')).not.toBe(german)
    const kept = { 'if-none-match': german }
    expect((await get('/faq', { ...kept, 'accept-language': 'de' })).status).toBe(304)
    expect((await get('/faq', { ...kept, 'accept-language': 'en' })).status).toBe(200)
  })

  test('and says in either that it does not exist', async () => {
    const { status, text } = await get('/nope?lang=de')
    expect([status, titleOf(text)]).toEqual([404, 'Nicht gefunden – Lectern'])
  })
})

describe('an address that leads nowhere', () => {
  test.each([
    '/nope',
    '/content/nope',
    '/content/video/nope',
    '/content/video/next',
    '/content/category/nope',
    '/content/category/hooks',
    '/content/video/../../etc/passwd',
    '/content/video/%2e%2e%2f',
    '/index.html',
    '/.vite/manifest.json',
    '/assets-of-somebody',
    '/content/video/caf%C3',
    '/content/category/%C3%',
    '/%',
  ])('%s is answered 404 with a page that says so', async (path) => {
    const reply = await get(path)
    expect(reply.status).toBe(404)
    expect(titleOf(reply.text)).toBe('Not found – Lectern')
    expect(reply.text).toContain('<h1>The given URL can not be found.</h1>')
    expect(reply.text).toContain('noindex')
    expect(reply.headers['content-security-policy']).toBe(site.services.web.contentSecurityPolicy)
    expect((await get(path, { 'if-none-match': '*' })).status).toBe(404)
  })

  test('is a problem for a program, and below the paths of programs', async () => {
    expect((await get('/nope', { accept: 'application/json' })).problem?.code).toBe('not-found')
    for (const path of ['/api/nope', '/auth/nope', '/assets/nope.js', '/assets/', '/posters/nope'])
      expect((await get(path)).problem?.code).toBe('not-found')
  })

  test('appears and goes with the library', async () => {
    expect((await get('/content/video/next')).status).toBe(404)
    site.clock.advanceBusiness({ days: 40 })
    await site.services.library.refresh()
    expect((await get('/content/video/next')).status).toBe(200)
    expect((await get('/content')).text).toContain('Next')
  })
})

describe('text by authors is escaped', () => {
  test.each(['/content/video/attack', '/content/category/hostile', '/content', '/content/video/use-state'])(
    'on %s',
    async (path) => {
      const { text } = await get(path)
      expect(text).toContain('alert(2)')
      expect(text).not.toMatch(/<img(?! (?:srcset|src)="\/posters\/)|<script>alert|javascript:/)
      // outside of quoted values there is no such attribute either
      expect(text.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\sonerror/)
      expect(text.match(/<title>/g)).toHaveLength(1)
      expect(text.match(/<\/title>/g)).toHaveLength(1)
    },
  )
})

describe('the policy of documents', () => {
  test('allows this site and its own inline script, and nothing else', async () => {
    const { text, headers } = await get('/')
    const inline = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, source = '']) => source)
    expect(inline).toHaveLength(1)
    const hash = createHash('sha256')
      .update(inline[0] ?? '')
      .digest('base64')
    expect(headers['content-security-policy']).toBe(
      [
        "default-src 'none'",
        `script-src 'self' 'sha256-${hash}'`,
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "media-src 'self' blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "require-trusted-types-for 'script'",
      ].join('; '),
    )
  })

  test.each(['/', '/content', '/login', '/nope', '/content/video/attack', '/demo'])(
    'goes with %s, as do the other headers, also with a 304 and in answer to HEAD',
    async (path) => {
      const reply = await get(path)
      const again = await get(path, { 'if-none-match': String(reply.headers.etag) })
      const head = await site.client().fetch('HEAD', path, { headers: { accept: 'text/html' } })
      for (const { headers } of [reply, again, head])
        expect(headers).toMatchObject({
          'content-security-policy': site.services.web.contentSecurityPolicy,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'same-origin',
          'cross-origin-opener-policy': 'same-origin',
          'cache-control': 'no-cache',
        })
      expect([again.status, again.text]).toEqual(reply.status === 200 ? [304, ''] : [404, reply.text])
      expect([head.status, head.text]).toEqual([reply.status, ''])
    },
  )
})

test.each([
  '/confirm-contact?contact=a%40example.org&code=x',
  '/account/reset-password/new-password?contact=a%40example.org&code=x',
  '/user/create-password/new-password/?contact=a%40example.org&code=x',
  '/join/some-code',
  '/redeem/GIFT-SOME-CODE',
  '/admin/create?code=x',
  '/contract/not-me',
  '/move-contact',
  '/keep-contact',
])('%s, which contains a code, is not sent as a referrer', async (path) => {
  const { headers } = await get(path)
  expect(headers['referrer-policy']).toBe('no-referrer')
  const again = await get(path, { 'if-none-match': String(headers.etag) })
  expect([again.status, again.headers['referrer-policy']]).toEqual([304, 'no-referrer'])
})

test('a document has a different strong ETag in each encoding', async () => {
  const fetched = async (encoding: string) =>
    site.app.inject({ url: '/faq', headers: { host: 'localhost:3000', 'accept-encoding': encoding } })
  const [plain, zipped, brotli] = await Promise.all(['identity', 'gzip', 'br'].map(fetched))
  expect(gunzipSync(zipped?.rawPayload ?? '').toString()).toBe(plain?.body)
  expect(brotliDecompressSync(brotli?.rawPayload ?? '').toString()).toBe(plain?.body)
  expect(new Set([plain, zipped, brotli].map((reply) => reply?.headers.etag)).size).toBe(3)
  expect(brotli?.headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie')
})

describe('a browser that sends a session', () => {
  const somebody = { cookie: 'lectern-session=x' }

  test.each(['/', '/content', '/content/video/use-state', '/pricing'])(
    'is offered no trial or login at %s, neither before nor after the page starts',
    async (path) => {
      for (const _ of ['made', 'at hand']) {
        const [stranger, member] = [await get(path), await get(path, somebody)]
        const offers = (text: string) =>
          [...text.matchAll(/ href="\/(login|register)["?]/g)].map(([, to]) => to)
        expect(offers(stranger.text)).toContain('login')
        expect(offers(member.text)).toEqual([])
        expect(member.headers.etag).not.toBe(stranger.headers.etag)
      }
    },
  )

  test('gets the same document as members, and no cookie', async () => {
    const other = await get('/content', { cookie: 'lectern-session=y' })
    expect(other.text).toBe((await get('/content', somebody)).text)
    expect(other.headers['set-cookie']).toBeUndefined()
  })
})

test('a page takes no other method', async () => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const)
    expect((await site.client().fetch(method, '/content')).status).toBe(405)
})

describe('the files that documents ask for', () => {
  test('may be cached forever, and are compressed', async () => {
    const path = '/assets/main-4f2a9c1b.js'
    const plain = await get(path)
    expect(plain.status).toBe(200)
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(plain.headers['content-type']).toMatch(/javascript/)
    const reply = await site.app.inject({
      url: path,
      headers: { host: 'localhost:3000', 'accept-encoding': 'br' },
    })
    expect(reply.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(plain.text)
  })

  test('include the icon', async () => {
    const reply = await get('/favicon.svg')
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('image/svg+xml')
  })

  test('are those that were built, and nothing around them', async () => {
    for (const path of [
      '/assets/../index.html',
      '/assets/..%2findex.html',
      '/assets/%2e%2e/index.html',
      '/assets/.',
      '/assets',
    ])
      expect((await get(path)).status).toBe(404)
  })
})

describe('without scripts', () => {
  test.each(['/login', '/register', '/cancel-contract', '/withdraw-contract', '/shop/cart'])(
    '%s says that it needs them',
    async (path) => {
      const { text } = await get(path)
      const [, said = ''] = /<noscript>(.*?)<\/noscript>/s.exec(text.slice(text.indexOf('<main>'))) ?? []
      expect(said).toContain('This page needs JavaScript.')
      expect((await get(`${path}?lang=de`)).text).toContain('Diese Seite benötigt JavaScript.')
      const declares = path.includes('contract')
      expect(said.includes('just as valid')).toBe(declares)
      expect(said.includes('Sample Street 1<br>')).toBe(declares)
      expect(said.includes('href="mailto:')).toBe(declares)
    },
  )

  const titles = (text: string) =>
    [...text.matchAll(/<a href="\/content\/video\/([\w-]+)"/g)].map(([, id]) => id)

  test('a listing is filtered by tags and searched by words, in its category alone', async () => {
    const whole = titles((await get('/content')).text)
    expect(whole).toContain('jsx')
    const searched = await get(`/content?q=${encodeURIComponent('STÄTE')}`)
    expect(titles(searched.text)).toEqual(['use-state'])
    expect(searched.text).toContain('<h1>Videos matching &quot;STÄTE&quot;</h1>')
    expect(searched.text).toContain('Total: 1 video')
    expect(searched.text).toContain('<link rel="canonical" href="http://localhost:3000/content">')
    // the cached listing is not served for a part of it, nor the other way round
    expect(titles((await get('/content')).text)).toEqual(whole)
    const tagged = await get('/content?tag=state')
    expect(titles(tagged.text)).toEqual(['use-state'])
    expect(tagged.text).toContain('Filter(s): <bdi>state</bdi>')
    expect(titles((await get('/content/category/testing?q=jsx')).text)).toEqual([])
    const nothing = await get('/content?q=%3Cb%3Enope')
    expect(nothing.text).toContain('Nothing found')
    expect(nothing.text).not.toContain('<b>')
  })
})

test.each([
  '/content?q=jsx',
  '/content?tag=state',
  '/content/category/testing',
  '/content/category/testing?q=jsx',
])('the document of %s has the target of the link that skips to the results', async (path) => {
  expect((await get(path)).text).toContain('<section id="results" tabindex="-1">')
})

test('the service that closes says so at once', async () => {
  const client = site.client()
  expect((await get('/')).text).not.toContain('This service is closing')
  await client.call(calls.demoServiceMode, { body: { serviceMode: 'sunset' } })
  site.clock.advanceReal({ seconds: 2 })
  expect((await get('/')).text).toContain('This service is closing')
  expect((await get('/faq')).text).toContain('No new content will be added')
  await client.call(calls.demoServiceMode, { body: { serviceMode: 'open' } })
  site.clock.advanceReal({ seconds: 2 })
  expect((await get('/')).text).not.toContain('This service is closing')
})

test('documents are served on while the database is away', async () => {
  await withoutTable(site.db, 'setting', async () => {
    site.clock.advanceReal({ seconds: 2 })
    expect((await get('/content')).status).toBe(200)
  })
})

test('an error is answered 500 with a page without details, with the same policy', async () => {
  const { library } = site.services
  const catalogue = Object.getOwnPropertyDescriptor(library, 'catalogue') ?? {}
  Object.defineProperty(library, 'catalogue', {
    ...catalogue,
    get() {
      throw new Error('secret inside')
    },
  })
  const reply = await get('/content')
  Object.defineProperty(library, 'catalogue', catalogue)
  expect(reply.status).toBe(500)
  expect(reply.text).toContain('<h1>Something went wrong.</h1>')
  expect(reply.text).not.toContain('secret')
  expect(reply.headers['content-security-policy']).toBe(site.services.web.contentSecurityPolicy)
  expect((await get('/content')).status).toBe(200)
})

test('outside the demo its page does not exist', async () => {
  const { database } = site.services
  const real = await createTestApp({
    services: { database: { ...database, close: async () => undefined } },
    settings: {
      DEMO: '0',
      BASE_URL: 'https://videos.example.org',
      SMTP_URL: 'smtp://localhost',
      MAIL_FROM: 'a@example.org',
    },
  })
  const reply = await real.client().fetch('GET', '/demo', { headers: { accept: 'text/html' } })
  expect(reply.status).toBe(404)
  const landing = await real.client().fetch('GET', '/', { headers: { accept: 'text/html' } })
  expect(landing.text).toContain('<link rel="canonical" href="https://videos.example.org/">')
  await real.close()
})
