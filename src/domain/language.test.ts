import { expect, test } from 'vitest'
import { preferredLanguage } from './language.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr-FR,fr;q=0.9', 'en'],
  ['fr,de;q=0.5,en;q=0.7', 'en'],
  ['en;q=0.3, DE-CH ; q=0.8', 'de'],
  ['de;q=0,en', 'en'],
  ['de;q=x,en;q=0.1', 'en'],
  ['*', 'en'],
  ['de;q=0', 'en'],
  ['de;q=x', 'en'],
  ['de;q=1e999,en', 'en'],
  ['de;q=1,en;q=0.9', 'de'],
  ['de;q=1,en', 'de'],
  ['de;q=0.5,en;level=1;q=0.9', 'en'],
  // of 500 characters the last are read, and none after them
  [`${' '.repeat(498)}de`, 'de'],
  [`${' '.repeat(499)}de`, 'en'],
  [';;;,,,=', 'en'],
])('a browser that sends "%s" is spoken to in %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})
