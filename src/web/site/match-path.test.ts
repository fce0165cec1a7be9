import { expect, test } from 'vitest'
import { matchPath } from './match-path.ts'

test.each<[string, string, object | undefined]>([
  ['/', '/', {}],
  ['/', '/faq', undefined],
  ['/faq', '/faq', {}],
  ['/faq', '/faq/', {}],
  ['/faq', '/FAQ', {}],
  ['/faq', '/faqs', undefined],
  ['/faq', '/faq/more', undefined],
  ['/join/:code', '/join/a-b_c', { code: 'a-b_c' }],
  ['/join/:code', '/join', undefined],
  ['/join/:code', '/join/', undefined],
  ['/join/:code', '/join/a/b', undefined],
  ['/content/video/:id', '/content/video/%C3%A9%20a', { id: 'é a' }],
  ['/content/video/:id', '/content/video/100%', { id: '100%' }],
  ['/content/category/*', '/content/category/react/hooks/', { '*': 'react/hooks' }],
  ['/content/category/*', '/content/category', { '*': '' }],
  ['/content/category/*', '/content/categorys', undefined],
  ['*', '/what/ever', { '*': 'what/ever' }],
  ['*', '/', { '*': '' }],
])('%s finds in %s: %o', (path, pathname, params) => {
  expect(matchPath(path, pathname)).toEqual(params)
})
