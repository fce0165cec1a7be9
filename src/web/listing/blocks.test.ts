import { describe, expect, test } from 'vitest'
import type { Video } from '#contract/library/library.ts'
import { everything, type ListingQuery } from '#domain/catalogue/listing-query.ts'
import { someCategories, someVersions, someVideo, someVideos } from '#support/some-library.tsx'
import { newLibrary } from '#web/library/library.ts'
import { videosAt } from '#web/library/listing-place.ts'
import { type Block, cardCount, cardsPerBlock, listingBlocks } from './blocks.ts'

const nobody = { seen: new Set<string>(), favourites: new Set<string>() }

function blocksOf(videos: readonly Video[], query: Partial<ListingQuery> = {}, categoryId?: string): Block[] {
  const library = newLibrary(videos, someCategories, someVersions)
  const path = categoryId ? library.tree.pathTo(categoryId) : []
  const place = { path, query: { ...everything, ...query } }
  const found = videos.map(({ id }) => id)
  return listingBlocks(library, place, videosAt(library, place, nobody, found), nobody.seen)
}

const idsIn = (block: Block): string[] =>
  block.kind === 'cards'
    ? block.videos.map(({ id }) => id)
    : block.kind === 'days'
      ? block.cells.flatMap((cell) => cell.categories.flatMap((c) => c.videos.map(({ id }) => id)))
      : []
const many = (count: number, more: (n: number) => Partial<Video> = () => ({})) =>
  Array.from({ length: count }, (_, n) => someVideo(`v${String(n).padStart(4, '0')}`, more(n)))

describe('a listing is cut into blocks', () => {
  test.each<[string, Partial<ListingQuery>]>([
    ['by publishing date', {}],
    ['by category', { sort: 'category' }],
    ['by title', { sort: 'title' }],
    ['found by a search', { search: 'x' }],
  ])('%s, without losing or repeating a video', (_, query) => {
    const videos = many(500, (n) => ({
      publishedOn: `2025-01-0${1 + (n % 3)}`,
      categoryId: ['language', 'async', 'testing', 'gone'][n % 4] ?? '',
    }))
    const blocks = blocksOf(videos, query)
    const ids = blocks.flatMap(idsIn)
    expect(ids.toSorted()).toEqual(videos.map(({ id }) => id))
    expect(blocks.every((block) => cardCount(block) === idsIn(block).length)).toBe(true)
    expect(Math.max(...blocks.map(cardCount))).toBeLessThanOrEqual(cardsPerBlock)
  })

  test('a day with more than fits into one block goes on in the next, without a second heading', () => {
    const blocks = blocksOf(many(50))
    const cells = blocks.flatMap((block) => (block.kind === 'days' ? block.cells : []))
    expect(cells.map(({ continued }) => continued)).toEqual([false, true, true, true, true])
  })

  test('few videos of many days share a block', () => {
    const days = many(12, (n) => ({ publishedOn: `2025-01-${String(n + 1).padStart(2, '0')}` }))
    expect(blocksOf(days)).toHaveLength(1)
  })

  test('the videos of a category stand before those of its sub-categories', () => {
    const own = someVideo('own', { categoryId: 'javascript' })
    const kinds = blocksOf([...someVideos, own], {}, 'javascript').map((block) =>
      block.kind === 'heading' ? block.section.category.id : block.kind,
    )
    expect(kinds).toEqual(['cards', 'language', 'cards', 'async', 'cards'])
  })

  test('videos of an unknown category come last, under a heading of their own', () => {
    const kinds = blocksOf([someVideo('lost', { categoryId: 'gone' })], { sort: 'category', tags: [] }).map(
      ({ kind }) => kind,
    )
    expect(kinds.slice(-2)).toEqual(['others', 'cards'])
  })

  test('nothing listed is no block', () => {
    expect(blocksOf(someVideos, { tags: ['cobol'] })).toEqual([])
  })
})
