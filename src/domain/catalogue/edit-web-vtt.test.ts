import { describe, expect, test } from 'vitest'
import { isTooFast, timestamp, typedTimestamp, withCue } from './edit-web-vtt.ts'
import { checkWebVtt, webVttCues } from './web-vtt.ts'

const file = `WEBVTT

NOTE made by hand

1
00:00.500 --> 00:02.000 align:start
Two counters,
one state

00:02.000 --> 00:04.000
The end
`
const [first, second] = webVttCues(file)
if (!first || !second) throw new Error('the file has two cues')

describe('a cue of captions', () => {
  test('gets another text and other times, and all else stays', () => {
    expect(withCue(file, first, { startSeconds: 0.25, endSeconds: 2, text: 'One counter' })).toBe(
      `WEBVTT

NOTE made by hand

1
00:00:00.250 --> 00:00:02.000 align:start
One counter

00:02.000 --> 00:04.000
The end
`,
    )
  })

  test('at the end of the file is changed as well', () => {
    const changed = withCue(file, second, { ...second, text: 'That is all\n\nfor --> today' })
    expect(changed.endsWith('00:00:02.000 --> 00:00:04.000\nThat is all\nfor --&gt; today\n')).toBe(true)
    expect(checkWebVtt(changed, 10)).toEqual([])
    expect(webVttCues(changed).map(({ text }) => text)).toEqual([
      'Two counters,\none state',
      'That is all\nfor --&gt; today',
    ])
  })

  test.each([
    [1, 20, false],
    [1, 21, true],
    [2, 40, false],
    [0.5, 11, true],
  ])('that is shown for %d s with %d characters is too fast: %s', (seconds, characters, tooFast) => {
    expect(
      isTooFast({ line: 1, startSeconds: 3, endSeconds: 3 + seconds, text: 'x'.repeat(characters) }),
    ).toBe(tooFast)
  })

  test('does not count its tags', () => {
    const text = '<v Ada Lovelace>Twelve signs</v>'
    expect(isTooFast({ line: 1, startSeconds: 0, endSeconds: 1, text })).toBe(false)
  })
})

test.each([
  [0, '00:00:00.000'],
  [62.5, '00:01:02.500'],
  [3661.0004, '01:01:01.000'],
  [59.9996, '00:01:00.000'],
])('%d s are written as %s', (seconds, written) => expect(timestamp(seconds)).toBe(written))

test.each([
  ['1:02.5', 62.5],
  ['00:01:02,500', 62.5],
  [' 0:07 ', 7],
  ['1:00:00', 3600],
  ['1:60', undefined],
  ['12', undefined],
  ['a:b', undefined],
])('the typed time "%s" is %s', (typed, seconds) => expect(typedTimestamp(typed)).toBe(seconds))
