import { expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { someConfig } from '#support/some-site.ts'
import { firstViewTags } from './first-view.ts'

const files = { landing: { scripts: ['assets/landing.js'], styles: ['assets/landing.css'] } }
const landing = { name: 'landing', path: '/', canonicalPath: '/' } as const
const addresses = (text: string) =>
  [...text.matchAll(/(?:rel="(\w+)").*?href="([^"]+)"/g)].map(([, rel, to]) => [rel, to])

test('a document asks for the files of its page and for what the page reads, styles first', () => {
  expect(addresses(firstViewTags({ page: landing }, files).text)).toEqual([
    ['stylesheet', '/assets/landing.css'],
    ['modulepreload', '/assets/landing.js'],
    ['preload', '/api/user-session'],
    ['preload', '/api/videos'],
    ['preload', '/api/categories'],
  ])
})

test('no document asks for what opens a film, which would count as a stream', () => {
  for (const name of Object.keys(pages) as (keyof typeof pages)[]) {
    const page = { name, path: '/', canonicalPath: '/', video: { id: 'closures', description: 'x' } }
    const asked = addresses(firstViewTags({ page: page as never }, {}).text).map(([, to]) => to)
    expect(asked).not.toContain('/api/video/closures')
  }
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
