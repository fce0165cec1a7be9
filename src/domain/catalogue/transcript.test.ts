import { describe, expect, test } from 'vitest'
import { webVttOfSrt } from './srt.ts'
import { transcriptSentences, withoutNegativeApostrophes } from './transcript.ts'
import { checkWebVtt, servedWebVtt } from './web-vtt.ts'

const captions = (...cues: string[]) =>
  `WEBVTT\n\n${cues.map((text, index) => `00:0${index}.500 --> 00:0${index + 1}.000\n${text}`).join('\n\n')}\n`

test.each<[string, string, [number, string][]]>([
  [
    'a sentence over several cues is one',
    captions('A closure', 'remembers.'),
    [[0.5, 'A closure remembers.']],
  ],
  [
    'each sentence begins with its cue',
    captions('One.', 'Two?', 'Three', 'more'),
    [
      [0.5, 'One.'],
      [1.5, 'Two?'],
      [2.5, 'Three more'],
    ],
  ],
  [
    'marks and entities are what a reader sees',
    captions('<v Ann>a &lt; b &amp;\n<i>c</i>.\uE000'),
    [[0.5, 'a < b & c.']],
  ],
  [
    'hours, names of cues and notes',
    'WEBVTT\n\nNOTE a note.\n\nfirst\n01:02:03.250 --> 01:02:04.000 line:0\nHello.\n',
    [[3723.25, 'Hello.']],
  ],
  ['nothing is said', 'WEBVTT\n', []],
])('%s', (_, webVtt, expected) => {
  expect(transcriptSentences(webVtt).map(({ startSeconds, text }) => [startSeconds, text])).toEqual(expected)
})

describe('captions as tools write them', () => {
  const entities = `WEBVTT

00:01.000 --> 00:03.000
Don&#39;t say &quot;never&quot; &amp; mind 5 &lt; 6.

00:03.500 --> 00:05.000
Caf&eacute; &nbsp;it&apos;s 20&deg; &hellip; &mdash; &#x27;quoted&#x27;.
`
  const rolling = `WEBVTT
Kind: captions
Language: en

00:00:00.240 --> 00:00:02.400 align:start position:0%
 
open<00:00:00.600><c> the</c><00:00:00.900><c> editor</c><00:00:01.200><c> and</c>

00:00:02.400 --> 00:00:02.410 align:start position:0%
open the editor and
 

00:00:02.410 --> 00:00:04.800 align:start position:0%
open the editor and
type<00:00:02.800><c> a</c><00:00:03.100><c> new</c><00:00:03.500><c> function</c>

00:00:04.800 --> 00:00:04.810 align:start position:0%
type a new function
 

00:00:04.810 --> 00:00:07.000 align:start position:0%
type a new function
that<00:00:05.200><c> returns</c><00:00:05.500><c> zero</c>

00:00:07.000 --> 00:00:07.010 align:start position:0%
that returns zero
 
`
  const said = [[0.24, 'open the editor and type a new function that returns zero']]
  const rollingSrt = `1
00:00:00,240 --> 00:00:02,400
open the editor and

2
00:00:02,400 --> 00:00:02,410
open the editor and

3
00:00:02,410 --> 00:00:04,800
open the editor and
type a new function

4
00:00:04,800 --> 00:00:04,810
type a new function

5
00:00:04,810 --> 00:00:07,000
type a new function
that returns zero
`
  test.each<[string, string, (number | string)[][]]>([
    [
      'character references',
      entities,
      [
        [1, 'Don\'t say "never" & mind 5 < 6.'],
        [3.5, "Café it's 20° … — 'quoted'."],
      ],
    ],
    ['rolling captions of YouTube', rolling, said],
    ['the same converted to SRT', webVttOfSrt(rollingSrt), said],
    [
      'lines that roll up, as television has them',
      captions('one\ntwo', 'two\nthree', 'three\nfour').replace(/(\d)\.000/g, '$1.500'),
      [[0.5, 'one two three four']],
    ],
    [
      'somebody who says a thing twice',
      captions('No.', 'No.').replace(/(\d)\.000/g, '$1.500'),
      [
        [0.5, 'No.'],
        [1.5, 'No.'],
      ],
    ],
    [
      'a pause before the same line',
      captions('- No.', '- No.\n- Yes.'),
      [
        [0.5, '- No.'],
        [1.5, '- No. - Yes.'],
      ],
    ],
    [
      'Descript',
      `WEBVTT\n\n00:00:00.000 --> 00:00:02.480\n<v Ada Byron>So, let's begin.</v>\n`,
      [[0, "So, let's begin."]],
    ],
    [
      'Otter',
      `WEBVTT\n\n1\n00:00:00.120 --> 00:00:02.450\nAda: So let us begin.\n\n2\n00:00:02.450 --> 00:00:03.000\nNow.\n`,
      [
        [0.12, 'Ada: So let us begin.'],
        [2.45, 'Now.'],
      ],
    ],
    [
      'Premiere',
      webVttOfSrt(
        '\uFEFF1\r\n00:00:00,000 --> 00:00:02,500\r\nSo <i>let</i> us\r\nbegin.\r\n\r\n2\r\n00:00:02,500 --> 00:00:03,100\r\nNow.\r\n\r\n',
      ),
      [
        [0, 'So let us begin.'],
        [2.5, 'Now.'],
      ],
    ],
    [
      'DaVinci Resolve',
      webVttOfSrt(
        '1\n00:00:01,000 --> 00:00:02,500\n<b>a < b</b> & {\\an8}c --> d\n\n2\n0:00:03,5 --> 0:00:04,500\n<font color="#fff">Now.</font>\n',
      ),
      [[1, 'a < b & c --> d Now.']],
    ],
  ])('%s', (_, file, expected) => {
    for (const text of [file, file.replaceAll('\n', '\r\n'), `\uFEFF${file.replaceAll('\n', '\r\n')}`]) {
      expect(checkWebVtt(text, 100)).toEqual([])
      expect(transcriptSentences(text).map(({ startSeconds, text }) => [startSeconds, text])).toEqual(
        expected,
      )
      expect(transcriptSentences(servedWebVtt(text))).toEqual(transcriptSentences(text))
    }
  })
})

test('captions without full stops are cut where they grow long', () => {
  const cues = Array.from({ length: 9 }, () => 'word '.repeat(12).trim())
  expect(transcriptSentences(captions(...cues))).toHaveLength(2)
})

test.each([
  ["Don't say it isn’t, or CAN'T.", 'Dont say it isnt, or CANT.'],
  ["It's O'Reilly's, n't and can'tab", "It's O'Reilly's, n't and can'tab"],
])('%s can be searched as %s', (text, searched) => {
  expect(withoutNegativeApostrophes(text)).toBe(searched)
})
