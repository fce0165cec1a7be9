import { describe, expect, test } from 'vitest'
import { allPages } from './desk/desk-pages.ts'
import { findPage, matchPath } from './match-path.ts'

test.each<[string, string, object | undefined]>([
  ['/', '/', {}],
  ['/', '/faq', undefined],
  ['/faq', '/faq', {}],
  ['/faq', '/faq/', {}],
  ['/faq', '/%66aq', {}],
  ['/faq', '/faqs', undefined],
  ['/faq', '/faq/more', undefined],
  ['/join/:code', '/join/a-b_c', { code: 'a-b_c' }],
  ['/join/:code', '/join', undefined],
  ['/join/:code', '/join/', undefined],
  ['/join/:code', '/join/a/b', undefined],
  ['/content/video/:id', '/content/video/%C3%A9%20a', { id: 'é a' }],
  ['/content/video/:id', '/content/video/100%', { id: '100%' }],
  ['/content/video/:id', '/content/video/__proto__', { id: '__proto__' }],
  ['*', '/what/ever', {}],
  ['*', '/', {}],
])('%s finds in %s: %o', (path, pathname, params) => {
  const found = matchPath(path, pathname)
  expect(found?.params).toEqual(params)
  expect(found?.spelling).toBeUndefined()
})

test.each<[string, readonly string[] | undefined]>([
  ['/content/category/react/hooks/', ['react', 'hooks']],
  ['/content/category/react%2Fhooks', ['react/hooks']],
  ['/content/category/gr%C3%B6%C3%9Fe', ['größe']],
  ['/content/category', []],
  ['/content/category/', []],
  ['/content/categorys/a', undefined],
])('below /content/category, %s names %o', (pathname, rest) => {
  expect(matchPath('/content/category/*', pathname)?.rest).toEqual(rest)
})

describe('the spelling of an address', () => {
  test.each([
    ['/Pricing', 'pricing', '/pricing'],
    ['/%50ricing', 'pricing', '/pricing'],
    ['/PRICING/', 'pricing', '/pricing'],
    ['/pricing//', 'pricing', '/pricing'],
    ['//', 'landing', '/'],
    ['//content', 'content', '/content'],
    ['///FAQ', 'faq', '/faq'],
    ['/Content/Video/Use-State', 'video', '/content/video/Use-State'],
    ['/content//video/a%20B', 'video', '/content/video/a%20B'],
    ['/JOIN/aBc', 'join', '/join/aBc'],
    ['/Content/category/React//Hooks/', 'category', '/content/category/React/Hooks'],
    ['/content/category//evil.example', 'category', '/content/category/evil.example'],
  ])('%s is the page %s at %s', (pathname, name, spelling) => {
    expect(findPage(pathname, allPages)).toMatchObject({ name, spelling })
  })

  test.each(['//evil.example', '//evil.example/pricing', '/API/videos', '//api/videos', '/Auth/login'])(
    '%s is no page',
    (pathname) => {
      expect(findPage(pathname, allPages)).toBeUndefined()
    },
  )
})
