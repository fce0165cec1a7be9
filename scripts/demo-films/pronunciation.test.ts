import { expect, test } from 'vitest'
import { spokenForm } from './pronunciation.ts'

test.each([
  ['Object.groupBy takes the list.', 'Object dot group By takes the list.'],
  ['`AbortSignal.timeout` and `any` help.', 'Abort Signal dot time out and any help.'],
  ['CSS over HTTP, in UTC.', 'C S S over H T T P, in U T C.'],
  ['A date as JSON.', 'A date as jason.'],
  ['If-None-Match asks.', 'If None Match asks.'],
  ['The list says René.', 'The list says Rene.'],
  ['It is nine o’clock.', 'It is nine oh clock.'],
  ["Call `normalize('NFC')` first.", 'Call normalize  N F C   first.'],
  [':has() looks inside.', ' has   looks inside.'],
  ['Round 1.5 to 2.', 'Round 1.5 to 2.'],
  [
    'A plain sentence, with a comma: nothing changes. I know.',
    'A plain sentence, with a comma: nothing changes. I know.',
  ],
])('%j is pronounced as %j', (written, said) => {
  expect(spokenForm(written)).toBe(said)
})
