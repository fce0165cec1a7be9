import { expect, test } from 'vitest'
import { pathsBelow, placeFault } from './category-place.ts'

const at = (id: string, ...parentIds: string[]) => ({ id, urlKey: id.split('/').at(-1) ?? '', parentIds })
const tree = [at('react'), at('react/hooks', 'react'), at('react/hooks/deep', 'react/hooks'), at('testing')]

test.each([
  ['at the top', at('vue'), undefined],
  ['below another', at('vue', 'testing'), undefined],
  ['below two', at('vue', 'testing', 'react'), undefined],
  ['below an unknown one', at('vue', 'angular'), { code: 'parent-unknown', parent: 'angular' }],
  ['below one twice', at('vue', 'react', 'react'), { code: 'parent-twice', parent: 'react' }],
  ['below itself', at('vue', 'vue'), { code: 'circle', circle: ['vue', 'vue'] }],
  [
    'under the address of another',
    at('x/hooks', 'testing', 'react'),
    { code: 'name-taken', parent: 'react' },
  ],
  ['under the address of another at the top', at('testing'), { code: 'name-taken', parent: '' }],
])('the place of a category %s', (_, category, fault) => {
  const others = category.id === 'testing' ? [{ ...at('testing'), id: 'other' }] : tree
  expect(placeFault(category, others)).toEqual(fault)
})

test('a category moved below its own descendant is a circle', () => {
  const [, ...others] = tree
  expect(placeFault(at('react', 'react/hooks/deep'), others)).toMatchObject({ code: 'circle' })
})

test('the paths of a category and of all below it', () => {
  const shared = [
    ...tree,
    { ...at('react/hooks/deep', 'react/hooks', 'testing'), id: 'shared', urlKey: 'shared' },
  ]
  expect(pathsBelow('react', shared)).toEqual([
    { path: 'react', id: 'react' },
    { path: 'react/hooks', id: 'react/hooks' },
    { path: 'react/hooks/deep', id: 'react/hooks/deep' },
    { path: 'react/hooks/shared', id: 'shared' },
    { path: 'testing/shared', id: 'shared' },
  ])
  expect(pathsBelow('unknown', tree)).toEqual([])
})
