import { describe, expect, test } from 'vitest'
import { planImport, type StoredItem, type Take } from './change-library.ts'

const brought: StoredItem = { id: 'a', changedBy: 'folder', fromFolder: true, presence: 'present' }
const edited: StoredItem = { ...brought, changedBy: 'desk' }
const made: StoredItem = { ...edited, fromFolder: false }
const thrown: StoredItem = { ...edited, presence: 'deleted' }
const withdrawn: StoredItem = { ...brought, presence: 'withdrawn' }

/** The plan as lists. */
const plan = (stored: readonly StoredItem[], folder: Parameters<typeof planImport>[1], take?: Take) => {
  const { conflicts, leftOut, left } = planImport(stored, folder, take)
  return { conflicts, leftOut: [...leftOut], left: [...left] }
}
const nothing = { conflicts: [], leftOut: [], left: [] }
const same = [{ id: 'a', differing: [] }]
const other = [{ id: 'a', differing: ['title', 'tags'] }]

describe('without a choice', () => {
  test.each<[string, readonly StoredItem[], Parameters<typeof planImport>[1], object]>([
    ['a new item is imported', [], same, nothing],
    ['an item from a folder is changed', [brought], other, nothing],
    ['an item from a folder is withdrawn with its folder', [brought], [], nothing],
    ['a withdrawn item returns with its folder', [withdrawn], other, nothing],
    ['a withdrawn item stays withdrawn', [withdrawn], [], nothing],
    ['an item made at the desk stays', [made], [], { ...nothing, left: ['a'] }],
    ['an edited item that says the same is no conflict', [edited], same, nothing],
    ['the trash of the desk is no conflict without its folder', [thrown], [], nothing],
    [
      'an edited item is a conflict in its fields',
      [edited],
      other,
      { ...nothing, conflicts: [{ id: 'a', fields: ['title', 'tags'] }], leftOut: ['a'] },
    ],
    [
      'an item made at the desk under the same id is a conflict',
      [made],
      other,
      { ...nothing, conflicts: [{ id: 'a', fields: ['title', 'tags'] }], leftOut: ['a'] },
    ],
    [
      'an edited item whose folder is gone is a conflict',
      [edited],
      [],
      { ...nothing, conflicts: [{ id: 'a', fields: ['folder'] }], left: ['a'] },
    ],
    [
      'a deleted item whose folder is there is a conflict, even without differences',
      [thrown],
      same,
      { ...nothing, conflicts: [{ id: 'a', fields: ['deleted'] }], leftOut: ['a'] },
    ],
    [
      'an edited item whose folder was renamed is a conflict',
      [edited],
      [{ id: 'b', differing: [], formerIds: ['a'] }],
      { conflicts: [{ id: 'a', fields: ['folder'] }], leftOut: ['b'], left: ['a'] },
    ],
    [
      'a renamed item that nobody edited is no conflict',
      [brought],
      [{ id: 'b', differing: [], formerIds: ['a'] }],
      nothing,
    ],
  ])('%s', (_, stored, folder, expected) => {
    expect(plan(stored, folder)).toEqual(expected)
  })
})

test.each<[string, StoredItem, Parameters<typeof planImport>[1]]>([
  ['edited', edited, other],
  ['deleted', thrown, same],
  ['edited and gone from the folder', edited, []],
  ['edited and renamed', edited, [{ id: 'b', differing: [], formerIds: ['a'] }]],
])('of an item that was %s, the folder takes all, and the desk keeps its own', (_, stored, folder) => {
  expect(plan([stored], folder, 'folder')).toEqual(nothing)
  const { conflicts, leftOut, left } = plan([stored], folder, 'desk')
  expect(conflicts).toEqual([])
  expect([...leftOut, ...left]).not.toEqual([])
})

test('what was made at the desk stays whatever is taken', () => {
  for (const take of ['folder', 'desk'] as const) expect(plan([made], [], take).left).toEqual(['a'])
})
