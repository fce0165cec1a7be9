import { describe, expect, test } from 'vitest'
import { checkWebVtt, servedWebVtt, webVttCues } from './web-vtt.ts'

const good = `WEBVTT

NOTE made by hand

STYLE
::cue { color: white }

00:00.000 --> 00:02.500
Two counters

second
00:02.500 --> 00:04.000 line:85% align:center
- and one name
- or two

01:00:00.000 --> 01:00:01.000
late
`

describe('captions in WebVTT', () => {
  test('with notes, styles, identifiers, settings and hours are in order', () => {
    expect(checkWebVtt(good, 4000)).toEqual([])
    expect(checkWebVtt(`\uFEFF${good.replaceAll('\n', '\r\n')}`, 4000)).toEqual([])
    expect(checkWebVtt('WEBVTT - English\n\n00:00.000 --> 00:01.000\nHi', 1)).toEqual([])
  })

  test.each([
    ['no header', '00:00.000 --> 00:01.000\nHi', 1, 'vtt-header-missing'],
    ['a header that only looks like one', 'WEBVTTX\n\n00:00.000 --> 00:01.000\nHi', 1, 'vtt-header-missing'],
    ['nothing', '', 1, 'vtt-header-missing'],
    ['no cue', 'WEBVTT\n\nNOTE nothing yet\n', 1, 'vtt-without-cues'],
    ['a text without timing', 'WEBVTT\n\nHello\n', 3, 'vtt-timing-missing'],
    ['the timing of another format', 'WEBVTT\n\n1\n00:00:00,000 --> 00:00:01,000\nHi', 4, 'vtt-timing-wrong'],
    ['a minute of 61 seconds', 'WEBVTT\n\n00:61.000 --> 01:02.000\nHi', 3, 'vtt-timing-wrong'],
    ['an end before its beginning', 'WEBVTT\n\n00:02.000 --> 00:01.000\nHi', 3, 'vtt-cue-ends-early'],
    ['an end at its beginning', 'WEBVTT\n\n00:02.000 --> 00:02.000\nHi', 3, 'vtt-cue-ends-early'],
    [
      'cues out of order',
      'WEBVTT\n\n00:02.000 --> 00:03.000\nHi\n\n00:01.000 --> 00:04.000\nHo',
      6,
      'vtt-cue-too-early',
    ],
    ['a cue behind the film', 'WEBVTT\n\n00:10.000 --> 00:11.000\nHi', 3, 'vtt-cue-outside'],
    ['a cue behind an hour', 'WEBVTT\n\n01:00:00.000 --> 01:00:01.000\nHi', 3, 'vtt-cue-outside', 3600],
    ['a cue behind a minute', 'WEBVTT\n\n01:00.000 --> 01:01.000\nHi', 3, 'vtt-cue-outside', 60],
    ['a timing below the text', 'WEBVTT\n\nHello\nthere\n00:01.000 --> 00:02.000', 3, 'vtt-timing-missing'],
    ['an end a thousandth too early', 'WEBVTT\n\n00:01.001 --> 00:01.000\nHi', 3, 'vtt-cue-ends-early'],
    [
      'an arrow in a text',
      'WEBVTT\n\n00:01.000 --> 00:03.000\nWe write x --> y.\n\n00:03.500 --> 00:05.000\nSecond.',
      4,
      'vtt-arrow-in-text',
    ],
    [
      'an arrow in the second line of a text',
      'WEBVTT\n\n00:01.000 --> 00:03.000\nWe write\nx --> y.',
      5,
      'vtt-arrow-in-text',
    ],
    ['a cue without text', 'WEBVTT\n\n00:01.000 --> 00:02.000\n\n', 3, 'vtt-cue-empty'],
  ])('%s', (_, text, line, code, seconds: number = 10) => {
    expect(checkWebVtt(text, seconds)).toEqual([{ line, code }])
  })

  test('may begin a thousandth before the end', () => {
    expect(checkWebVtt('WEBVTT\n\n00:59:59.999 --> 01:00:01.000\nHi', 3600)).toEqual([])
    expect(checkWebVtt('WEBVTT\n\n00:59.999 --> 01:01.000\nHi', 60)).toEqual([])
  })

  test('every mistake is reported, not only the first', () => {
    const text = 'WEBVTT\n\nHello\n\n00:05.000 --> 00:04.000\nHi\n\n00:01.000 --> 00:02.000\n'
    expect(checkWebVtt(text, 10)).toEqual([
      { line: 3, code: 'vtt-timing-missing' },
      { line: 5, code: 'vtt-cue-ends-early' },
      { line: 8, code: 'vtt-cue-too-early' },
      { line: 8, code: 'vtt-cue-empty' },
    ])
  })
})

test('the cues of a file are known by line, beginning and text', () => {
  const cues = [
    { line: 9, startSeconds: 0, endSeconds: 2.5, text: 'Two counters' },
    { line: 13, startSeconds: 2.5, endSeconds: 4, text: '- and one name\n- or two' },
    { line: 17, startSeconds: 3600, endSeconds: 3601, text: 'late' },
  ]
  expect(webVttCues(good)).toEqual(cues)
  expect(webVttCues(`\uFEFF${good.replaceAll('\n', '\r\n')}`)).toEqual(cues)
  expect(webVttCues('WEBVTT\n\nno cue\n')).toEqual([])
})

test('a cue may follow the signature or another cue without a blank line, as browsers read it', () => {
  const text = 'WEBVTT\n00:01.000 --> 00:02.000\nOne\n00:02.000 --> 00:03.000\nTwo\n'
  expect(checkWebVtt(text, 10)).toEqual([])
  expect(webVttCues(text).map((cue) => [cue.startSeconds, cue.text])).toEqual([
    [1, 'One'],
    [2, 'Two'],
  ])
})

describe('captions as they are served', () => {
  test('have line feeds, no byte order mark, and a blank line after the signature and between cues', () => {
    const text = `\uFEFF${good.replaceAll('\n', '\r\n')}`
    expect(servedWebVtt(text)).toBe(good)
    expect(
      servedWebVtt('WEBVTT\nKind: captions\n00:01.000 --> 00:02.000\nOne\n00:02.000 --> 00:03.000\nTwo'),
    ).toBe('WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\n00:02.000 --> 00:03.000\nTwo\n')
  })

  test.each([
    ['Don&#39;t &amp; caf&eacute; &hellip; &#x27;', "Don't &amp; café … '"],
    ['if (a < b && c > d) // <3', 'if (a &lt; b &amp;&amp; c &gt; d) // &lt;3'],
    [
      '<v Ada>Promise<T></v> <c.yellow>and</c><00:00:01.000> <>',
      '<v Ada>Promise&lt;T&gt;</v> <c.yellow>and</c><00:00:01.000> &lt;&gt;',
    ],
    ['x --&gt; y', 'x --&gt; y'],
  ])('of %j are %j', (text, served) => {
    const file = servedWebVtt(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`)
    expect(file).toBe(`WEBVTT\n\n00:01.000 --> 00:02.000\n${served}\n`)
    expect(checkWebVtt(file, 10)).toEqual([])
    expect(servedWebVtt(file)).toBe(file)
  })
})
