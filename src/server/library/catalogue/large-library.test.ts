import { beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { generateLibrary } from '#support/generate-library.ts'
import { testApp } from '#support/test-app.ts'

const count = 10_000

const site = testApp()
beforeAll(async () => {
  await generateLibrary(site.services.database, { videos: count })
  await site.services.library.refresh()
})

test('ten thousand videos are listed as the contract says', async () => {
  const { body } = await site.client().call(calls.videos)
  expect(body.videos).toHaveLength(count)
  expect(calls.videos.replies[200].safeParse(body).error).toBeUndefined()
  const { categories } = (await site.client().call(calls.categories)).body
  const ids = new Set(categories.map(({ id }) => id))
  expect(body.videos.every(({ categoryId }) => ids.has(categoryId))).toBe(true)
  expect(new Set(categories.map(({ id }) => id.split('/').length))).toEqual(new Set([1, 2, 3]))
})

test('their listing stays a page that can be read, and categories lead to every video', async () => {
  const page = (path: string) =>
    site
      .client()
      .fetch('GET', path, { headers: { accept: 'text/html' } })
      .then(({ text }) => text)
  const listing = await page('/content')
  expect(listing.length).toBeLessThan(100_000)
  // the newest as cards, the others as a list
  expect(listing.match(/href="\/content\/video\//g)).toHaveLength(300)
  const found = new Set<string>()
  for (const { id } of site.services.library.catalogue.categories)
    for (const [, video = ''] of (await page(`/content/category/${id}`)).matchAll(
      /href="\/content\/video\/([^"]+)"/g,
    ))
      found.add(video)
  expect(found.size).toBe(count)
})
