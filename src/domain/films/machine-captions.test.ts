import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TimedCue } from '#domain/catalogue/spoken-cues.ts'
import { checkWebVtt } from '#domain/catalogue/web-vtt.ts'
import { machineCaptions } from './machine-captions.ts'

const cue = (startSeconds: number, endSeconds: number, text: string): TimedCue => ({
  startSeconds,
  endSeconds,
  text,
})

test('what was heard becomes captions, in order and escaped', () => {
  expect(machineCaptions([cue(2.5, 4, ' a < b &&\n c --> d '), cue(0, 2.5, 'Two counters.')], 60)).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:02.500\nTwo counters.\n\n00:00:02.500 --> 00:00:04.000\na &lt; b &amp;&amp; c --&gt; d\n',
  )
})

test('what begins after the end of the film is left out, and the last line ends with the film', () => {
  expect(machineCaptions([cue(58, 63, 'Goodbye.'), cue(60, 62, 'Thanks for watching!')], 60)).toBe(
    'WEBVTT\n\n00:00:58.000 --> 00:01:00.000\nGoodbye.\n',
  )
})

test.each([
  ['in lines of its own', [cue(1, 2, 'Thank you.'), cue(2, 3, 'thank you!'), cue(3, 4, 'Thank you')]],
  ['in one line', [cue(1, 4, 'Thank you. Thank you. Thank you.')]],
])('a sentence that is repeated three times, %s, is left out', (_, repeated) => {
  const real = [cue(0, 1, 'Hooks.'), ...repeated, cue(5, 6, 'State.')]
  expect(machineCaptions(real, 60)?.match(/[A-Z]\w+\./g)).toEqual(['Hooks.', 'State.'])
  expect(machineCaptions(repeated, 60)).toBeUndefined()
})

test('a sentence that is said twice stays', () => {
  const twice = [cue(1, 2, 'Again.'), cue(2, 3, 'Again.'), cue(3, 4, 'No. No. Yes.')]
  expect(machineCaptions(twice, 60)?.match(/-->/g)).toHaveLength(3)
})

test('lines that overlap end where the next one begins', () => {
  expect(machineCaptions([cue(0, 3, 'One.'), cue(2, 4, 'Two.')], 60)).toContain(
    '00:00:00.000 --> 00:00:02.000',
  )
})

test('whatever a machine says, the captions are valid', () => {
  const time = fc.double({ min: -1, max: 70, noNaN: true })
  const heard = fc.array(fc.tuple(time, time, fc.string({ unit: 'grapheme', maxLength: 20 })))
  fc.assert(
    fc.property(heard, (cues) => {
      const captions = machineCaptions(
        cues.map(([from, to, text]) => cue(from, to, text)),
        60,
      )
      expect(captions === undefined ? [] : checkWebVtt(captions, 60)).toEqual([])
    }),
  )
})
