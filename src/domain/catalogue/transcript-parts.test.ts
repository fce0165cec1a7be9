import { expect, test } from 'vitest'
import { transcriptFileName, transcriptParts, transcriptText } from './transcript-parts.ts'

const said = (...seconds: number[]) =>
  seconds.map((startSeconds) => ({ startSeconds, text: `At ${startSeconds}.` }))
const chapters = [
  { startSeconds: 5, title: 'Five' },
  { startSeconds: 10, title: 'Ten' },
  { startSeconds: 20, title: 'Twenty' },
]

test.each<[string, number[], [string | undefined, number[]][]]>([
  ['nothing is said', [], []],
  ['what comes before the first chapter has no title', [0, 4.9], [[undefined, [0, 4.9]]]],
  [
    'a sentence belongs where it begins',
    [5, 9.99, 10],
    [
      ['Five', [5, 9.99]],
      ['Ten', [10]],
    ],
  ],
  [
    'a chapter in which nothing is said is left out',
    [6, 21, 500],
    [
      ['Five', [6]],
      ['Twenty', [21, 500]],
    ],
  ],
])('%s', (_, seconds, expected) => {
  expect(
    transcriptParts(said(...seconds), chapters).map(({ title, sentences }) => [
      title,
      sentences.map(({ startSeconds }) => startSeconds),
    ]),
  ).toEqual(expected)
})

test('a film without chapters has one part', () => {
  expect(transcriptParts(said(1, 100), [])).toEqual([
    { startSeconds: 0, title: undefined, sentences: said(1, 100) },
  ])
})

test('as a text, each chapter is a paragraph under its title', () => {
  expect(transcriptText('A film', transcriptParts(said(1, 2, 6, 7, 10), chapters))).toBe(
    'A film\n\nAt 1. At 2.\n\nFive\nAt 6. At 7.\n\nTen\nAt 10.\n',
  )
})

test.each([
  ['What a closure remembers', 'What a closure remembers.txt'],
  ['src/web: what "is" it?', 'src web what is it.txt'],
  ['../..', 'transcript.txt'],
  ['…', '….txt'],
  ['Größe & 文字', 'Größe & 文字.txt'],
])('the file of %j is %j', (title, name) => {
  expect(transcriptFileName(title)).toBe(name)
})
