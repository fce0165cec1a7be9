import { describe, expect, test } from 'vitest'
import type { Video } from '#contract/library/library.ts'
import { pages } from '#contract/pages.ts'
import type { Carried } from '#contract/site/carried.ts'
import { categoryTree } from '#domain/catalogue/category-tree.ts'
import type { ListedCatalogue } from '#server/library/catalogue/listed-catalogue.ts'
import { someConfig } from '#support/some-site.ts'
import { filmPicture, firstViewTags, posterPreloads, runLater } from './first-view.ts'
import { type Html, html } from './html.ts'
import type { FoundPage } from './page-at.ts'

const files = { landing: { scripts: ['assets/landing.js'], styles: ['assets/landing.css'] } }
const landing = { name: 'landing', path: '/', canonicalPath: '/' } as const
const addresses = (text: string) =>
  [...text.matchAll(/(?:rel="(\w+)").*?href="([^"]+)"/g)].map(([, rel, to]) => [rel, to])

test('a document preloads the files and the data of its page, styles first', () => {
  expect(addresses(firstViewTags({ page: landing }, files).text)).toEqual([
    ['stylesheet', '/assets/landing.css'],
    ['modulepreload', '/assets/landing.js'],
    ['preload', '/api/user-session'],
    ['preload', '/api/videos'],
    ['preload', '/api/categories'],
  ])
})

test('embedded data is not requested as well, whatever its size', () => {
  const config = { ...someConfig }
  const page = { name: 'content', path: '/content', canonicalPath: '/content' } as const
  const asked = (catalogue: NonNullable<Carried['catalogue']>) =>
    addresses(firstViewTags({ page, carried: { config, catalogue } }, {}).text).map(([, to]) => to)
  expect(asked({})).toEqual([
    '/api/user-session',
    '/api/videos',
    '/api/categories',
    '/api/versions',
    '/api/series',
  ])
  expect(asked({ categories: [], series: [] })).toEqual(['/api/user-session', '/api/videos', '/api/versions'])
})

test('where the library is read in pieces, a document asks for the code that does, once, and for the newest pieces alone', () => {
  const page = { name: 'content', path: '/content', canonicalPath: '/content' } as const
  const script = (name: string) => ({ scripts: ['assets/shared.js', `assets/${name}.js`], styles: [] })
  const built = { content: script('listing'), videoPieces: script('pieces') }
  const videoPieces = [
    { key: 'newest', count: 20 },
    { key: 'second', count: 900 },
    { key: 'third', count: 900 },
  ]
  const asked = (carried: Carried) =>
    addresses(firstViewTags({ page, carried }, built).text).map(([, to]) => to)
  const config = { ...someConfig }
  expect(asked({ config, videoPieces })).toEqual([
    '/assets/shared.js',
    '/assets/listing.js',
    '/assets/pieces.js',
    '/api/user-session',
    '/api/videos/pieces/newest',
    '/api/videos/pieces/second',
    '/api/categories',
    '/api/versions',
    '/api/series',
  ])
  expect(asked({ config })).not.toContain('/assets/pieces.js')
})

test('the posters of the first view are asked for before all that is run later', () => {
  const page = { name: 'content', path: '/content', canonicalPath: '/content' } as const
  const posters = posterPreloads(page, {
    videos: [video('a')],
    tree: categoryTree([]),
  } as Partial<ListedCatalogue> as ListedCatalogue)
  const [first] = addresses(firstViewTags({ page, posters }, files).text)
  expect(first).toEqual(['preload', '/posters/a.webp'])
})

test('no document asks for what opens a film, which would count as a stream', () => {
  for (const name of Object.keys(pages) as (keyof typeof pages)[]) {
    const page = { name, path: '/', canonicalPath: '/', video: { id: 'closures', description: 'x' } }
    const asked = addresses(firstViewTags({ page: page as never }, {}).text).map(([, to]) => to)
    expect(asked).not.toContain('/api/video/closures')
  }
})

test('where a document shows pictures, what only its page runs waits until they are shown', () => {
  const script = '<script type="module" crossorigin src="/assets/index.js"></script>\n'
  const of = (posters: readonly Html[]) =>
    runLater({ page: landing, posters }, script + firstViewTags({ page: landing, posters }, files).text)
  const [shown, plain] = [of([html`<link rel="preload" as="image" href="/posters/a.webp">`]), of([])]
  const link = '<link rel="modulepreload" crossorigin href="/assets/landing.js">\n'
  expect(shown.ahead.text).toBe(`<template id="later">${script}${link}</template>\n`)
  expect(addresses(shown.head).slice(0, 4)).toEqual([
    ['modulepreload', '/assets/index.js'],
    ['preload', '/posters/a.webp'],
    ['stylesheet', '/assets/landing.css'],
    ['preload', '/api/user-session'],
  ])
  expect(plain.ahead.text).toBe(`<template id="later">${script}</template>\n`)
  expect(addresses(plain.head).slice(0, 3)).toEqual([
    ['modulepreload', '/assets/index.js'],
    ['stylesheet', '/assets/landing.css'],
    ['modulepreload', '/assets/landing.js'],
  ])
})

describe('the document of a free film', () => {
  const page = (free: boolean): FoundPage => ({
    name: 'video',
    path: '/content/video/a"b',
    canonicalPath: '/content/video/a"b',
    video: video('a"b', { free, description: '' }),
    ...(free && { freeFilm: '/media/free/a"b/f.mp4' }),
  })
  const scripts =
    '<script type="module" crossorigin src="/assets/index.js"></script>\n<link rel="modulepreload" crossorigin href="/assets/runtime.js">\n'
  const first = (free: boolean) => {
    const head = scripts + firstViewTags({ page: page(free) }, { video: files.landing }).text
    return runLater({ page: page(free) }, head)
  }

  test('requests it before the scripts that run later, in an element of its own', () => {
    const { ahead, head } = first(true)
    expect(ahead.text).toMatch(/^<template id="later" data-film="\/media\/free\/a&quot;b\/f.mp4">/)
    expect(addresses(ahead.text)).toEqual([
      ['modulepreload', '/assets/index.js'],
      ['modulepreload', '/assets/runtime.js'],
      ['modulepreload', '/assets/landing.js'],
      ['preload', '/api/user-session'],
      ['preload', '/api/videos'],
      ['preload', '/api/categories'],
      ['preload', '/api/versions'],
      ['preload', '/api/series'],
    ])
    expect(ahead.text).toContain('<script type="module" crossorigin src="/assets/index.js"></script>')
    expect(addresses(head)).toEqual([['stylesheet', '/assets/landing.css']])
    expect(head).not.toContain('/assets/index.js')
  })

  test('in two sizes names both, with the script that chooses, which no other document has', () => {
    const choosing = '<script data-sizes>{choose}</script>\n    '
    const freeSizes = [
      { height: 1080, kilobitsPerSecond: 840, url: '/media/free/a/f.mp4' },
      { height: 720, kilobitsPerSecond: 372, url: '/media/free/a/s.mp4' },
    ]
    const { ahead, head } = runLater({ page: { ...page(true), freeSizes } }, choosing + scripts)
    const [, written = ''] = / data-sizes="([^"]*)"/.exec(ahead.text) ?? []
    expect(JSON.parse(written.replaceAll('&quot;', '"'))).toEqual(freeSizes)
    expect(head).toContain(choosing)
    for (const free of [true, false])
      expect(runLater({ page: page(free) }, choosing + scripts).head).not.toContain('data-sizes')
  })

  test('is alone in that: no address of any other film is in a document', () => {
    const { ahead, head } = first(false)
    expect(ahead.text).toBe(
      '<template id="later"><script type="module" crossorigin src="/assets/index.js"></script>\n</template>\n',
    )
    expect(head.match(/modulepreload" fetchpriority="low"/g)).toHaveLength(3)
    expect(addresses(head).slice(0, 2)).toEqual([
      ['modulepreload', '/assets/index.js'],
      ['modulepreload', '/assets/runtime.js'],
    ])
    expect(
      filmPicture(video('a', { free: false }), { isBeside: false, freeFilm: undefined }),
    ).not.toMatchObject({
      text: expect.stringContaining('/media/'),
    })
    expect(addresses(runLater({}, scripts).head)).toEqual(addresses(head).slice(0, 2))
  })
})

test('the place of a film is the target of the link that skips to the player', () => {
  const shown = filmPicture(video('a', { thumbnailUrl: '/a.webp' }), { isBeside: false, freeFilm: undefined })
  expect(shown).toMatchObject({ text: expect.stringContaining('<div id="player" tabindex="-1"') })
})

test('the settings go with the document, and no text in them ends the element', () => {
  const config = { ...someConfig, productName: '</script><script>alert(1)' }
  const { text } = firstViewTags({ carried: { config } }, {})
  expect(text.match(/<\/script>/g)).toHaveLength(1)
  const json = /<script type="application\/json" id="carried">(.*)<\/script>/.exec(text)?.[1] ?? ''
  expect(JSON.parse(json)).toEqual({ config })
})

test('nothing is asked for where no page is', () => {
  expect(firstViewTags({}, files).text).toBe('')
})

const video = (id: string, more: Partial<Video> = {}) =>
  ({
    id,
    publishedOn: '2026-03-01',
    categoryId: 'react',
    free: false,
    thumbnailUrl: `/posters/${id}.webp`,
    thumbnailWidths: [320, 480],
    ...more,
  }) as Video
const tags = (page: Partial<FoundPage>, videos: readonly Video[], hero?: Video) =>
  posterPreloads(
    page as FoundPage,
    { videos, tree: categoryTree([]) } as Partial<ListedCatalogue> as ListedCatalogue,
    hero,
  ).map(({ text }) => text)

test('the landing page asks for the poster of its film, in the widths that it has', () => {
  expect(tags({ name: 'landing' }, [video('a')], video('b'))).toEqual([
    '<link rel="preload" as="image" fetchpriority="high" href="/posters/b.webp" imagesrcset="/posters/b-320.webp 320w, /posters/b-480.webp 480w" imagesizes="(max-width: 64rem) 92vw, 36rem">',
  ])
  expect(tags({ name: 'landing' }, [video('a')])).toEqual([])
})

test('the listing preloads the posters of its first cards: those of a category are adjacent', () => {
  const videos = [video('a'), video('b', { categoryId: 'css' }), video('c'), video('d')]
  expect(tags({ name: 'content' }, videos).map((tag) => /posters\/(\w)/.exec(tag)?.[1])).toEqual(['a', 'c'])
})

test('the page of a video asks for its poster, on a phone for the widest copy', () => {
  expect(tags({ name: 'video', video: video('a') }, [])).toEqual([
    '<link rel="preload" as="image" fetchpriority="high" href="/posters/a-480.webp" media="(max-width: 40rem)">',
    '<link rel="preload" as="image" fetchpriority="high" href="/posters/a.webp" media="(min-width: 40.01rem)">',
  ])
})

test('a poster without copies is preloaded as it is, and a missing one is not', () => {
  expect(tags({ name: 'video', video: video('a', { thumbnailWidths: undefined }) }, [])).toEqual([
    '<link rel="preload" as="image" fetchpriority="high" href="/posters/a.webp">',
  ])
  expect(tags({ name: 'video', video: video('a', { thumbnailUrl: undefined }) }, [])).toEqual([])
  expect(tags({ name: 'content' }, [video('a', { thumbnailUrl: undefined })])).toEqual([])
  expect(tags({ name: 'pricing' }, [video('a')])).toEqual([])
})
