import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { categoryTree, type TreeCategory } from './category-tree.ts'

const category = (id: string, parentIds: string[] = [], position = 0, urlKey = id): TreeCategory => ({
  id,
  name: id.toUpperCase(),
  urlKey,
  parentIds,
  position,
})
const ids = (categories: readonly TreeCategory[]) => categories.map((c) => c.id)

describe('categories are nested', () => {
  const tree = categoryTree([
    category('testing', [], 2),
    category('refactoring', [], 1),
    category('testing-kata', ['testing'], 2, 'kata'),
    category('tdd', ['testing'], 1),
    category('refactoring-kata', ['refactoring'], 1, 'kata'),
    category('red-green', ['tdd', 'refactoring'], 9),
  ])

  test('categories are sorted by position', () => {
    expect(ids(tree.roots)).toEqual(['refactoring', 'testing'])
    expect(ids(tree.childrenOf('testing'))).toEqual(['tdd', 'testing-kata'])
  })

  test('a category with several parents is listed below each of them', () => {
    expect(ids(tree.childrenOf('tdd'))).toEqual(['red-green'])
    expect(ids(tree.childrenOf('refactoring'))).toEqual(['refactoring-kata', 'red-green'])
  })

  test('a category includes everything below it', () => {
    expect([...tree.within('testing')].sort()).toEqual(['red-green', 'tdd', 'testing', 'testing-kata'])
    expect([...tree.within('red-green')]).toEqual(['red-green'])
  })

  test.each([
    [
      ['testing', 'kata'],
      ['testing', 'testing-kata'],
    ],
    [
      ['refactoring', 'kata'],
      ['refactoring', 'refactoring-kata'],
    ],
    [
      ['refactoring', 'red-green'],
      ['refactoring', 'red-green'],
    ],
    [['testing'], ['testing']],
    [['kata'], undefined],
    [['testing', 'nothing'], undefined],
    [[], undefined],
  ])('the path %j leads to %j', (urlKeys, path) => {
    expect(tree.atPath(urlKeys)?.map((c) => c.id)).toEqual(path)
  })

  test('the way to a category begins at the top', () => {
    expect(ids(tree.pathTo('tdd'))).toEqual(['testing', 'tdd'])
    expect(tree.pathTo('unknown')).toEqual([])
  })

  test('a category of unknown position is last', () => {
    expect(tree.rankOf('refactoring')).toBe(0)
    expect(tree.rankOf('unknown')).toBeGreaterThan(tree.rankOf('testing-kata'))
  })
})

test('a circle of parents, a missing parent and oneself as parent lose nothing and end', () => {
  const tree = categoryTree([
    category('a', ['b']),
    category('b', ['a']),
    category('c', ['gone']),
    category('d', ['d']),
  ])
  expect(ids(tree.roots)).toEqual(['c', 'd', 'a'])
  expect(ids(tree.pathTo('b'))).toEqual(['a', 'b'])
  expect([...tree.within('a')].sort()).toEqual(['a', 'b'])
  expect([tree.childrenOf('gone'), tree.childrenOf('d')]).toEqual([[], []])
})

test('at the same position the name decides, and with the same name the id', () => {
  const named = (id: string, name: string) => ({ ...category(id), name })
  const tree = categoryTree([named('b', 'Kata'), named('a', 'Kata'), named('z', 'Basics')])
  expect(ids(tree.roots)).toEqual(['z', 'a', 'b'])
})

test('in any tangle each category can be reached, and reached from the top', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const tangle = fc.array(fc.tuple(fc.constantFrom(...names), fc.subarray(names), fc.nat(3)), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(tangle, (rows) => {
      const categories = [
        ...new Map(rows.map(([id, parents, at]) => [id, category(id, parents, at)])).values(),
      ]
      const tree = categoryTree(categories)
      const reached = new Set(tree.roots.flatMap((root) => [...tree.within(root.id)]))
      expect(reached.size).toBe(categories.length)
      for (const { id } of categories) {
        expect(tree.pathTo(id).at(-1)?.id).toBe(id)
        expect(ids(tree.roots)).toContain(tree.pathTo(id)[0]?.id)
      }
      expect(new Set(categories.map((c) => tree.rankOf(c.id))).size).toBe(categories.length)
    }),
  )
})
