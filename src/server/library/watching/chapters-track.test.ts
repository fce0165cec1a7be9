import { expect, test } from 'vitest'
import { chaptersTrack } from './chapters-track.ts'

test('each chapter lasts until the next one, the last until the end', () => {
  const track = chaptersTrack(
    [
      { startSeconds: 0, title: 'Why' },
      { startSeconds: 12.5, title: 'How' },
      { startSeconds: 3661, title: 'What next' },
    ],
    3700,
  )
  expect(track).toBe(
    'WEBVTT\n\n' +
      '00:00:00.000 --> 00:00:12.500\nWhy\n\n' +
      '00:00:12.500 --> 01:01:01.000\nHow\n\n' +
      '01:01:01.000 --> 01:01:40.000\nWhat next\n',
  )
})

test('chapters are brought into order', () => {
  const track = chaptersTrack(
    [
      { startSeconds: 30, title: 'Later' },
      { startSeconds: 0, title: 'First' },
    ],
    60,
  )
  expect(track.indexOf('First')).toBeLessThan(track.indexOf('Later'))
  expect(track).toContain('00:00:00.000 --> 00:00:30.000\nFirst')
})

test('a title can neither bring markup nor end its cue', () => {
  const track = chaptersTrack(
    [{ startSeconds: 0, title: ' a <b> & c\n\n00:00:01.000 --> 00:00:02.000\nfake' }],
    9,
  )
  expect(track).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:09.000\na &lt;b&gt; &amp; c 00:00:01.000 --&gt; 00:00:02.000 fake\n',
  )
})

test('a chapter that starts after the end does not run backwards', () => {
  expect(chaptersTrack([{ startSeconds: 70, title: 'Late' }], 60)).toContain('00:01:10.000 --> 00:01:10.000')
})

test('without chapters the track is empty but valid', () => {
  expect(chaptersTrack([], 60)).toBe('WEBVTT\n')
})
