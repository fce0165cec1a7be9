import { describe, expect, test } from 'vitest'
import { cueAt, readCues, readSpokenCues, searchCues } from './cues.ts'

const track = (...cues: [number, number, string][]) =>
  ({ cues: cues.map(([startTime, endTime, text]) => ({ startTime, endTime, text })) }) as unknown as TextTrack

describe('the transcript is made of the captions', () => {
  test.each([
    ['We write a test.', 'We write a test.'],
    ['<v Ada>We <i>write</i> a test.</v>', 'We write a test.'],
    ['a &lt; b &amp;&amp; b &gt; c', 'a < b && b > c'],
    ['two\nlines', 'two lines'],
    ['<00:00:01.000>karaoke', 'karaoke'],
    ['Don&#39;t &quot;caf&eacute;&quot; &hellip;', 'Don\'t "café" …'],
    ['a < b, Promise<T>', 'a < b, Promise<T>'],
  ])('%j reads %j', (text, read) => {
    expect(readCues(track([0, 2, text]))).toEqual([{ startSeconds: 0, endSeconds: 2, text: read }])
  })

  test('a line without words is none', () => {
    expect(readCues(track([0, 2, ' '], [2, 3, '<b></b>'], [3, 4, 'said']))).toHaveLength(1)
  })

  test('captions that are not loaded yet are no lines', () => {
    expect(readCues({ cues: null })).toEqual([])
  })
})

test('rolling captions are listed once, and shown as they roll', () => {
  const rolling = track(
    [0.24, 2.4, ' \nopen<00:00:00.600><c> the</c><00:00:00.900><c> editor</c>'],
    [2.4, 2.41, 'open the editor\n '],
    [2.41, 4.8, 'open the editor\nand<00:00:02.800><c> type</c>'],
  )
  expect(readSpokenCues(rolling).map(({ startSeconds, text }) => [startSeconds, text])).toEqual([
    [0.24, 'open the editor'],
    [2.41, 'and type'],
  ])
  expect(readCues(rolling).map(({ text }) => text)).toEqual([
    'open the editor',
    'open the editor',
    'open the editor and type',
  ])
})

describe('the current line', () => {
  const cues = readCues(track([1, 3, 'one'], [4, 6, 'two'], [6, 9, 'three']))
  test.each([
    ['before the first there is none', 0.9, -1],
    ['at its beginning', 1, 0],
    ['in a silence the last one stays', 3.5, 0],
    ['where one ends and the next begins', 6, 2],
    ['after the end the last one stays', 100, 2],
  ])('%s', (_, seconds, index) => {
    expect(cueAt(cues, seconds)).toBe(index)
  })
  test('does not exist without captions', () => {
    expect(cueAt([], 5)).toBe(-1)
  })
})

describe('searching the transcript', () => {
  const cues = readCues(
    track([0, 1, 'A closure keeps its scope.'], [1, 2, 'Two closures keep two.'], [2, 3, 'Done.']),
  )
  test.each([
    ['', 3],
    ['  ', 3],
    ['CLOSURE', 2],
    ['scope closure', 1],
    ['currying', 0],
  ])('%j leaves %d lines', (sought, count) => {
    expect(searchCues(cues, sought)).toHaveLength(count)
  })
})
