import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFolderName } from '#domain/catalogue/catalogue.ts'
import { folderName } from './folder-name.ts'

test.each([
  ['State: two counters', 'state-two-counters'],
  ['  C++ & C#  ', 'c-c'],
  ['Größe 日本', 'größe-日本'],
  ['!?', 'video'],
  // a mark that stands alone
  ['\u0301 Öl', 'öl'],
  [`${'a'.repeat(79)} bc`, 'a'.repeat(79)],
])('the title %j names the folder %s', (title, name) => {
  expect(folderName(title)).toBe(name)
})

test('every title gives a name that can stand in an address', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (title) => isFolderName(folderName(title))))
})
