import { describe, expect, test } from 'vitest'
import type { Video } from '#contract/library/library.ts'
import { everything, type ListingQuery } from '#domain/catalogue/listing-query.ts'
import { someCategories, someVersions, someVideo, someVideos } from '#support/some-library.tsx'
import { newLibrary } from '#web/library/videos/library.ts'
import { videosAt } from '#web/library/videos/listing-place.ts'
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
    : block.kind === 'groups'
      ? block.cells.map(({ video }) => video.id)
      : []
/** Returns the headings of a listing, in order. */
const headsOf = (blocks: readonly Block[]): string[] =>
  blocks
    .flatMap((block) => (block.kind === 'groups' ? block.cells.flatMap(({ heads }) => heads) : []))
    .map((head) =>
      head.kind === 'day'
        ? head.day
        : head.kind === 'section'
          ? head.section.category.id
          : `${head.category?.id}`,
    )
const many = (count: number, more: (n: number) => Partial<Video> = () => ({})) =>
  Array.from({ length: count }, (_, n) => someVideo(`v${String(n).padStart(4, '0')}`, more(n)))

describe('a listing is split into blocks', () => {
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

  test('a day larger than a block continues in the next one, without a second heading', () => {
    const blocks = blocksOf(many(50))
    expect(blocks.map(cardCount)).toEqual([12, 12, 12, 12, 2])
    expect(headsOf(blocks)).toEqual(['2025-04-08', 'language'])
  })

  test('days share rows without gaps: blocks are full for any number of videos a day', () => {
    const days = many(40, (n) => ({
      publishedOn: `2025-01-${String(10 + Math.floor(n / 3)).padStart(2, '0')}`,
    }))
    expect(blocksOf(days).map(cardCount)).toEqual([12, 12, 12, 4])
  })

  test('so do the sub-categories of a category; those without videos follow them', () => {
    const blocks = blocksOf(someVideos, { sort: 'category' })
    const kinds = blocks.map((block) => (block.kind === 'heading' ? block.section.category.id : block.kind))
    expect(kinds).toEqual(['javascript', 'groups', 'testing', 'groups', 'soon'])
    expect(headsOf(blocks)).toEqual(['language', 'async'])
  })

  test('the videos of a category precede those of its sub-categories', () => {
    const own = someVideo('own', { categoryId: 'javascript' })
    const blocks = blocksOf([...someVideos, own], {}, 'javascript')
    expect(blocks.flatMap(idsIn)).toEqual(['own', 'closures', 'generators', 'grouping', 'abort'])
    const [cells] = blocks.map((block) => (block.kind === 'groups' ? block.cells : []))
    expect(cells?.map(({ heads }) => heads.length)).toEqual([0, 1, 0, 0, 1])
  })

  test('videos of an unknown category come last, with a heading', () => {
    const kinds = blocksOf([someVideo('lost', { categoryId: 'gone' })], { sort: 'category', tags: [] }).map(
      ({ kind }) => kind,
    )
    expect(kinds.slice(-2)).toEqual(['others', 'cards'])
  })

  test('nothing listed is no block', () => {
    expect(blocksOf(someVideos, { tags: ['cobol'] })).toEqual([])
  })
})
