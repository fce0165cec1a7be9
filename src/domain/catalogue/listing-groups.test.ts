import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { categoryTree, type TreeCategory } from './category-tree.ts'
import { type ListedVideo, listVideos } from './listing.ts'
import { type CategorySection, groupByDay, nestByCategory, withoutEmpty } from './listing-groups.ts'
import { everything } from './listing-query.ts'

const category = (id: string, parentIds: string[] = []): TreeCategory => ({
  id,
  name: id,
  urlKey: id,
  parentIds,
  position: 0,
})
const video = (
  id: string,
  categoryId: string,
  publishedOn = '2026-05-01',
  durationSeconds = 60,
): ListedVideo => ({
  id,
  title: id,
  durationSeconds,
  publishedOn,
  categoryId,
  tags: [],
  versions: [],
})
const tree = categoryTree([
  category('empty'),
  category('refactoring'),
  category('testing'),
  category('kata', ['testing', 'refactoring']),
  category('tdd', ['testing']),
])
const nobody = new Set<string>()

describe('videos are grouped by publishing date, then category', () => {
  const videos = [
    video('a', 'tdd', '2026-05-02'),
    video('b', 'kata', '2026-05-02'),
    video('c', 'tdd', '2026-05-02'),
    video('d', 'gone', '2026-05-01'),
  ]
  const grouped = groupByDay(videos, tree).map(({ day, categories }) => [
    day,
    categories.map((group) => [group.category?.id ?? null, group.videos.map(({ id }) => id)]),
  ])

  test('in their original order', () => {
    expect(grouped).toEqual([
      [
        '2026-05-02',
        [
          ['tdd', ['a', 'c']],
          ['kata', ['b']],
        ],
      ],
      ['2026-05-01', [[null, ['d']]]],
    ])
  })
})

test('a video of an unknown category is grouped under none', () => {
  const [group] = groupByDay([video('d', 'gone')], tree)
  expect(group?.categories[0]?.category).toBeNull()
})

describe('categories are nested with counts and durations that include their children', () => {
  const videos = [
    video('a', 'testing', undefined, 10),
    video('b', 'tdd', undefined, 20),
    video('c', 'kata', undefined, 300),
    video('d', 'gone'),
  ]
  const { sections, others } = nestByCategory(videos, tree, new Set(['c']))
  const row = (section: CategorySection<ListedVideo, TreeCategory>): unknown => [
    section.category.id,
    section.count,
    section.durationSeconds,
    section.allSeen,
    section.children.map(row),
  ]

  test('a category with several parents appears under each', () => {
    expect(sections.map(row)).toEqual([
      ['empty', 0, 0, false, []],
      ['refactoring', 1, 300, true, [['kata', 1, 300, true, []]]],
      [
        'testing',
        3,
        330,
        false,
        [
          ['kata', 1, 300, true, []],
          ['tdd', 1, 20, false, []],
        ],
      ],
    ])
  })
  test('each remembers the way it was reached', () => {
    const paths = sections.flatMap((s) => s.children).map((s) => s.path.map((c) => c.id))
    expect(paths).toEqual([
      ['refactoring', 'kata'],
      ['testing', 'kata'],
      ['testing', 'tdd'],
    ])
  })
  test('a video of an unknown category is not lost', () => {
    expect(others.map(({ id }) => id)).toEqual(['d'])
  })
  test('an empty category can be left out', () => {
    expect(withoutEmpty(sections).map((s) => s.category.id)).toEqual(['refactoring', 'testing'])
  })
  test('the page of a category begins below it', () => {
    const { sections: below, others: own } = nestByCategory(videos, tree, nobody, tree.pathTo('testing'))
    expect(below.map((s) => [s.category.id, s.count, s.path.map((c) => c.id)])).toEqual([
      ['kata', 1, ['testing', 'kata']],
      ['tdd', 1, ['testing', 'tdd']],
    ])
    expect(own.map(({ id }) => id)).toEqual(['a', 'd'])
  })
})

test('categories in a circle end', () => {
  const circle = categoryTree([category('a', ['b']), category('b', ['a'])])
  const { sections } = nestByCategory([video('x', 'b')], circle, nobody)
  expect(sections.map((s) => [s.category.id, s.count, s.children.length])).toEqual([['a', 1, 1]])
  // a member's page does not list its parents either
  expect(nestByCategory([], circle, nobody, circle.pathTo('b')).sections).toEqual([])
})

const videosIn = <V>(section: CategorySection<V, TreeCategory>): V[] => [
  ...section.videos,
  ...section.children.flatMap(videosIn),
]
const anyVideos = fc
  .array(
    fc.tuple(
      fc.constantFrom('empty', 'refactoring', 'testing', 'kata', 'tdd', 'gone'),
      fc.nat(3),
      fc.nat(500),
    ),
    { maxLength: 20 },
  )
  .map((rows) => rows.map(([cat, day, seconds], n) => video(`v${n}`, cat, `2026-05-0${day + 1}`, seconds)))
const viewing = { seen: nobody, favourites: nobody }

test('grouping neither loses nor invents nor repeats a video', () => {
  fc.assert(
    fc.property(anyVideos, (videos) => {
      const sorted = listVideos(videos, everything, tree, viewing)
      expect(groupByDay(sorted, tree).flatMap((d) => d.categories.flatMap((c) => c.videos))).toEqual(sorted)
    }),
  )
})

test('the sums of a category are those of the different videos in it', () => {
  fc.assert(
    fc.property(anyVideos, (videos) => {
      const { sections, others } = nestByCategory(videos, tree, nobody)
      const check = (section: CategorySection<ListedVideo, TreeCategory>) => {
        const all = new Set(videosIn(section))
        expect(section.count).toBe(all.size)
        expect(section.durationSeconds).toBe([...all].reduce((sum, v) => sum + v.durationSeconds, 0))
        section.children.forEach(check)
      }
      sections.forEach(check)
      expect(new Set([...sections.flatMap(videosIn), ...others]).size).toBe(videos.length)
    }),
  )
})
