/** Samples a second of the sound that is transcribed. */
export const soundRate = 16_000

/** Longest sound that is sent at once, in seconds: 10 MB as WAV, below the limits of hosted servers. */
export const longestPieceSeconds = 300

/** So long before the end of a longest piece it may be cut. */
const cutWithinSeconds = 60

/** A pause between words. */
const pauseSeconds = 0.3

/**
 * Returns where a piece of sound ends, as a number of samples from its beginning: all of it if it is short, else the
 * middle of the quietest pause of the last minute, so that no word is cut in two.
 * @param samples mono, at most `longestPieceSeconds` of it and a rest
 */
export function quietCut(samples: Int16Array): number {
  const longest = longestPieceSeconds * soundRate
  if (samples.length <= longest) return samples.length
  const pause = pauseSeconds * soundRate
  const first = longest - cutWithinSeconds * soundRate
  const loudness = (place: number) => Math.abs(samples[place] ?? 0)
  let sum = 0
  for (let place = first; place < first + pause; place += 1) sum += loudness(place)
  let [quietest, at] = [sum, first]
  for (let place = first + 1; place + pause <= longest; place += 1) {
    sum += loudness(place + pause - 1) - loudness(place - 1)
    if (sum < quietest) [quietest, at] = [sum, place]
  }
  return at + Math.floor(pause / 2)
}
