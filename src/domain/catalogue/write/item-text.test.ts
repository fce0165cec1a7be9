import { expect, test } from 'vitest'
import { hasControlCharacters, lineFault, storedBody, storedLine } from './item-text.ts'

test.each([
  ['Two counters', undefined],
  ['', 'empty'],
  [' \t ', 'empty'],
  ['a\nb', 'not-a-line'],
  ['a\0', 'not-a-line'],
  ['\uD83D', 'not-a-line'],
  ['x'.repeat(20), undefined],
  ['x'.repeat(21), 'too-long'],
])('the line %j has the fault %s', (line, fault) => {
  expect(lineFault(line, 20)).toBe(fault)
})

test('a line is stored without spaces around it, in one Unicode spelling', () => {
  expect(storedLine('  Cafe\u0301 ')).toBe('Caf\u00e9')
})

test('a text is stored with line feeds, without empty lines around it', () => {
  expect(storedBody('\r\n\n  one\r\ntwo\rthree \n\n')).toBe('  one\ntwo\nthree')
})

test('line feeds and half a surrogate count as control characters, letters of any script do not', () => {
  expect(['a\n', '\uDC00', 'größe 日本 😀'].map(hasControlCharacters)).toEqual([true, true, false])
})
