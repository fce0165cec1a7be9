import { expect, test } from 'vitest'
import { beginningFor, firstWords } from './beginning.ts'

const counted = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`)
test.each([
  ['nothing', '', ''],
  ['40 words', counted(40).join('  '), counted(40).join(' ')],
  ['more', counted(41).join(' '), `${counted(40).join(' ')} …`],
  ['words without spaces', '字'.repeat(900), `${'字'.repeat(400)} …`],
  ['pairs of code units', '😀'.repeat(401), `${'😀'.repeat(400)} …`],
])('the first 40 words of %s', (_, text, expected) => {
  expect(firstWords(text)).toBe(expected)
})

test("a beginning is read in the reader's language, else in the first", () => {
  const beginnings = ['fr', 'de-AT', 'en'].map((srclang) => ({ srclang, text: srclang }))
  expect(['de', 'en', 'it'].map((language) => beginningFor(beginnings, language)?.text)).toEqual([
    'de-AT',
    'en',
    'fr',
  ])
  expect(beginningFor([], 'en')).toBeUndefined()
})
