import { describe, expect, test } from 'vitest'
import { type ListedCatalogue, listCatalogue } from '#server/library/catalogue/listed-catalogue.ts'
import { someVideoRow } from '#support/stored/library.ts'
import { pageAt } from './page-at.ts'

const category = (id: string, parentIds: string[] = []) => ({
  id,
  name: `Name of ${id}`,
  url_key: id.slice(id.lastIndexOf('/') + 1),
  position: 1,
  description: '',
  parentIds,
})

const sized = ['free', 'paid']
const inTwoSizes = (id: string) => ({ free: id === 'free', film_key: 'large', small_film_key: 'small' })

const catalogue: ListedCatalogue = listCatalogue(
  {
    revision: 1,
    withdrawn: [],
    series: [],
    withdrawnSeries: [],
    categories: [
      category('a'),
      category('a/deep', ['a', 'b']),
      category('a/deep/er', ['a/deep']),
      category('b'),
      category('größe'),
    ],
    versions: [],
    posters: new Map(),
    storyboards: new Map(),
    filmSizes: new Map([
      ['large', { height: 1080, kilobitsPerSecond: 840 }],
      ['small', { height: 720, kilobitsPerSecond: 372 }],
    ]),
    transcripts: 0,
    beginnings: new Map(),
    codeFiles: new Map(),
    formerIds: new Map(),
    formerCategories: new Map([['b/er', 'a/deep/er']]),
    videos: ['closures', '日本語', 'a.b~c', ...sized].map((id) => ({
      ...someVideoRow(id, { category_id: 'a/deep', ...(sized.includes(id) && inTwoSizes(id)) }),
      comments_id: null,
    })),
  },
  new Date('2026-11-21T00:00:00Z'),
)
const shirt = { id: '3fa85f64-5717-4562-b3fc-2c963f66afa6', name: 'T-Shirt', description: '' } as const
const products = [{ ...shirt, kind: 'goods' as const, picture: null, variants: [] }]
const at = (path: string, demo = false) => pageAt(path, { catalogue, products }, demo)

test.each([
  ['/', 'landing'],
  ['/content', 'content'],
  ['/content/', 'content'],
  ['/pricing', 'pricing'],
  ['/faq', 'faq'],
  ['/imprint', 'imprint'],
  ['/terms-and-conditions', 'termsAndConditions'],
  ['/privacy-policy/', 'privacyPolicy'],
  ['/about', 'about'],
  ['/shop/product/t-shirt-2c963f66afa6', 'shopProduct'],
  ['/shop/product/former-name-2c963f66afa6/', 'shopProduct'],
  ['/login/', 'login'],
  ['/register', 'register'],
  ['/confirm-contact', 'confirmContact'],
  ['/confirm-contact/success', 'confirmContactSuccess'],
  ['/content/video/closures', 'video'],
  ['/content/video/closures/', 'video'],
  ['/content/video/%63losures', 'video'],
  ['/content/video/a.b~c', 'video'],
  [`/content/video/${encodeURIComponent('日本語')}`, 'video'],
  ['/content/category/a', 'category'],
  ['/content/category/a/deep/er', 'category'],
  [`/content/category/${encodeURIComponent('größe')}/`, 'category'],
])('%s is the page %s', (path, name) => {
  expect(at(path)?.name).toBe(name)
})

test.each([
  '/nope',
  '/content/nope',
  '/content/video',
  '/content/video/nope',
  '/content/video/closures/more',
  '/content/video/__proto__',
  '/content/category',
  '/content/category/',
  '/content/category/nope',
  '/content/category/deep',
  '/content/category/a/nope',
  '/content/category/a%2Fdeep',
  '/%',
  '/content/video/%E0%A4%A',
  '/login/x',
])('%s leads nowhere', (path) => {
  expect(at(path)).toBeUndefined()
})

test.each([
  '/Content',
  '//',
  '//content',
  '/content//',
  '/content/category/a//deep',
  '/Content/video/closures',
])('%s is misspelled, and is no page', (path) => {
  expect(at(path)).toBeUndefined()
})

describe('a category below two parents', () => {
  test('has two paths, with the way that leads there, and one of them for search engines', () => {
    const one = at('/content/category/a/deep')
    const other = at('/content/category/b/deep')
    expect(one?.categories?.map(({ id }) => id)).toEqual(['a', 'a/deep'])
    expect(other?.categories?.map(({ id }) => id)).toEqual(['b', 'a/deep'])
    expect([one?.path, other?.path]).toEqual(['/content/category/a/deep', '/content/category/b/deep'])
    expect(other?.canonicalPath).toBe('/content/category/a/deep')
  })
})

test('a path is written in one way, however it was asked for', () => {
  expect(at('/content/video/%63losures/')?.path).toBe('/content/video/closures')
  expect(at(`/content/video/${encodeURI('日本語')}`)?.canonicalPath).toBe(
    '/content/video/%E6%97%A5%E6%9C%AC%E8%AA%9E',
  )
})

test('the page of the demo exists in the demo only', () => {
  expect(at('/demo')).toBeUndefined()
  expect(at('/demo', true)?.name).toBe('demo')
})

test('a former path of a category leads to where it is', () => {
  expect(at('/content/category/b/er')).toMatchObject({ path: '/content/category/a/deep/er', isFormer: true })
  expect(at('/content/category/a/deep/er')).not.toHaveProperty('isFormer')
})

test('the page of a free film in two sizes names the public address of each, no other page does', () => {
  expect(at('/content/video/free')?.freeSizes).toEqual([
    { height: 1080, kilobitsPerSecond: 840, url: '/media/free/free/large' },
    { height: 720, kilobitsPerSecond: 372, url: '/media/free/free/small' },
  ])
  expect(at('/content/video/paid')).not.toHaveProperty('freeSizes')
  expect(at('/content/video/closures')).not.toHaveProperty('freeSizes')
})
