import { expect, test } from 'vitest'
import { beginningFor, firstWords, transcriptSentences } from './transcript.ts'

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

test('captions without full stops are cut where they grow long', () => {
  const cues = Array.from({ length: 9 }, () => 'word '.repeat(12).trim())
  expect(transcriptSentences(captions(...cues))).toHaveLength(2)
})

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
