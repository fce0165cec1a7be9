import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  businessDay,
  categoryCircles,
  checkChapters,
  isFolderName,
  isListed,
  parseChapter,
  versionId,
} from './catalogue.ts'

describe('a chapter line is a time and a title', () => {
  test.each([
    ['0:00 Hello', 0, 'Hello'],
    ['0:21 Two counters', 21, 'Two counters'],
    ['12:05 Types: a story', 725, 'Types: a story'],
    ['1:02:30 The end', 3750, 'The end'],
    ['100:00 Minutes above an hour', 6000, 'Minutes above an hour'],
    ['  0:07   Spaces around  ', 7, 'Spaces around'],
    ['0:07 Größe 日本', 7, 'Größe 日本'],
    ['0:07 a\u2028b', 7, 'a\u2028b'],
  ])('%s', (line, startSeconds, title) => {
    expect(parseChapter(line)).toEqual({ startSeconds, title })
  })

  test.each([
    '',
    '0:00',
    '0:60 x',
    '1:60:00 x',
    '21 x',
    ':21 x',
    'Intro 0:00',
    '-0:01 x',
    '0:1 x',
    '0:00Hello',
    '0:00 two\nlines',
    '1:2:03 x',
  ])('not %j', (line) => expect(parseChapter(line)).toBeUndefined())

  test('every whole second of a day can be written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_399 }), (seconds) => {
        const two = (value: number) => String(value).padStart(2, '0')
        const clock = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
        expect(parseChapter(`${clock} x`)?.startSeconds).toBe(seconds)
      }),
    )
  })
})

describe('chapters begin at 0:00, ascend and lie inside the film', () => {
  const at = (...starts: number[]) => starts.map((startSeconds) => ({ startSeconds, title: 'x' }))

  test.each([
    ['no chapters', at(), []],
    ['in order', at(0, 10, 59), []],
    ['the first begins late', at(1, 10), [{ index: 0, code: 'chapters-begin-late' }]],
    ['the same time twice', at(0, 10, 10), [{ index: 2, code: 'chapters-not-ascending' }]],
    ['back in time', at(0, 30, 10), [{ index: 2, code: 'chapters-not-ascending' }]],
    ['at the very end', at(0, 60), [{ index: 1, code: 'chapter-outside' }]],
    [
      'several at once',
      at(5, 70, 60),
      [
        { index: 0, code: 'chapters-begin-late' },
        { index: 1, code: 'chapter-outside' },
        { index: 2, code: 'chapters-not-ascending' },
      ],
    ],
  ])('%s', (_, chapters, mistakes) => {
    expect(checkChapters(chapters, 60)).toEqual(mistakes)
  })

  test('the beginning of a film without length is no place outside', () => {
    expect(checkChapters(at(0), 0)).toEqual([])
  })
})

describe('a folder name is valid in a URL', () => {
  test.each(['react', 'React-19', 'größe', '日本語', 'हिन्दी', 'a.b_c~d', '1'])('%s is', (name) =>
    expect(isFolderName(name)).toBe(true),
  )
  test.each(['', '.hidden', '-x', 'a b', 'a/b', 'a%2fb', '<b>', 'a\0', 'x'.repeat(101), '..', 'a?b', 'a#b'])(
    '%j is not',
    (name) => expect(isFolderName(name)).toBe(false),
  )
})

describe('the id of a software version', () => {
  test.each([
    ['React 19', 'react-19'],
    ['  React   19 ', 'react-19'],
    ['Node.js 24', 'node.js-24'],
    ['C', 'c'],
    ['C#', 'c~23'],
    ['C++', 'c~2b~2b'],
    ['a/b', 'a~2fb'],
    ['Cafe\u0301', 'caf\u00e9'],
    ['a~2fb', 'a~7e2fb'],
  ])('%s is %s', (name, id) => expect(versionId(name)).toBe(id))

  test('is always valid in a URL', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (name) => {
        expect(versionId(name)).toMatch(/^[\p{L}\p{M}\p{N}._~-]*$/u)
      }),
    )
  })
})

test('a video is listed from its publishing day on', () => {
  const instant = new Date('2026-11-21T08:00:00.000Z')
  expect(isListed(instant, new Date('2026-11-21T07:59:59.999Z'))).toBe(false)
  expect(isListed(instant, new Date('2026-11-21T08:00:00.000Z'))).toBe(true)
  expect(isListed(instant, new Date('2027-01-01'))).toBe(true)
  expect(isListed(null, instant)).toBe(false)
  expect(isListed(undefined, instant)).toBe(false)
  expect(businessDay(new Date('2026-11-20T23:59:59.999Z'))).toBe('2026-11-20')
})

describe('no category is its own descendant', () => {
  const tree = (parents: Record<string, string[]>) =>
    Object.entries(parents).map(([id, parentIds]) => ({ id, parentIds }))

  test.each([
    ['a tree', { a: [], b: ['a'], c: ['b'] }, []],
    ['two parents', { a: [], b: ['a'], c: ['a'], d: ['b', 'c'] }, []],
    ['a parent that is not there', { a: ['gone'] }, []],
    ['itself', { a: ['a'] }, [['a', 'a']]],
    ['two', { a: ['b'], b: ['a'] }, [['a', 'b', 'a']]],
    ['a circle above a tree', { a: [], b: ['a', 'd'], c: ['b'], d: ['c'] }, [['b', 'd', 'c', 'b']]],
    ['a circle below a tree', { a: ['b'], b: ['c'], c: ['b'] }, [['b', 'c', 'b']]],
    [
      'two circles',
      { a: ['a'], b: ['b'] },
      [
        ['a', 'a'],
        ['b', 'b'],
      ],
    ],
  ])('%s', (_, parents, circles) => {
    expect(categoryCircles(tree(parents as Record<string, string[]>))).toEqual(circles)
  })
})
