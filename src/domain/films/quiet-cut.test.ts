import { expect, test } from 'vitest'
import { longestPieceSeconds, quietCut, soundRate } from './quiet-cut.ts'

/** Noise with a pause of half a second at each of these seconds. */
function noise(seconds: number, ...pauses: readonly number[]): Int16Array {
  const samples = new Int16Array(seconds * soundRate).fill(2000)
  for (const pause of pauses) samples.fill(3, pause * soundRate, (pause + 0.5) * soundRate)
  return samples
}

test.each([0, 1, 60, longestPieceSeconds])('%d seconds are one piece', (seconds) => {
  const samples = noise(seconds)
  expect(quietCut(samples)).toBe(samples.length)
})

test.each([240, 271, 299])('a longer sound is cut in the pause at second %d', (pause) => {
  const cut = quietCut(noise(400, 10, 239, pause, 310))
  expect(cut / soundRate).toBeGreaterThan(pause)
  expect(cut / soundRate).toBeLessThan(pause + 0.5)
})

test('where it is never quiet, it is cut within the last minute all the same', () => {
  const cut = quietCut(noise(400))
  expect(cut).toBeGreaterThan(240 * soundRate)
  expect(cut).toBeLessThanOrEqual(300 * soundRate)
})
