import type { Film, Speech } from './film.ts'

/** A film's timeline. All times are seconds from the start of the film. */
export type Timeline = {
  durationSeconds: number
  scenes: readonly TimedScene[]
}
export type TimedScene = { chapter: string; start: number; steps: readonly TimedStep[] }
export type TimedStep = { start: number; end: number; speech: Speech; sentences: readonly TimedSentence[] }
export type TimedSentence = { text: string; german?: string; start: number; end: number }

const pauses = {
  beforeFirst: 0.5,
  afterSentence: 0.45,
  afterStep: 1.1,
  afterScene: 1.7,
  afterPoint: 0.8,
  afterLast: 1.6,
}

/** Maximum time of the title card; its speech continues over the first picture. */
export const titleSeconds = 2.8

/** The speeches in order: the title card, the film's own scenes, the recap card. */
export function speechesOf(film: Film): readonly { chapter: string; steps: readonly Speech[] }[] {
  return [
    { chapter: 'Intro', steps: [film.opening] },
    ...film.scenes,
    { chapter: 'Recap', steps: film.recap.points },
  ]
}

export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?:])\s+(?=[A-Z`0-9“])/).filter((sentence) => sentence !== '')
}

/** What is said aloud, in order. */
export function saidSentences(film: Film): string[] {
  return speechesOf(film).flatMap(({ steps }) => steps.flatMap(({ say }) => sentencesOf(say)))
}

/** Places the sentences one after another, given their durations in seconds. */
export function layOut(film: Film, secondsOf: (sentence: string) => number): Timeline {
  let now = pauses.beforeFirst
  const speeches = speechesOf(film)
  const [intro, first, ...others] = speeches.map(({ chapter, steps }, scene): TimedScene => {
    const isRecap = scene === speeches.length - 1
    const timed = steps.map((speech, index): TimedStep => {
      const isLast = index === steps.length - 1
      const start = scene === 0 ? 0 : now
      const sentences = pairsOf(speech).map((pair): TimedSentence => {
        const sentence = { ...pair, start: now, end: now + secondsOf(pair.text) }
        now = sentence.end + pauses.afterSentence
        return sentence
      })
      const [after, afterAll] = isRecap
        ? [pauses.afterPoint, pauses.afterLast]
        : [pauses.afterStep, pauses.afterScene]
      now += (isLast ? afterAll : after) - pauses.afterSentence
      return { start, end: now, speech, sentences }
    })
    return { chapter, start: timed[0]?.start ?? now, steps: timed }
  })
  const begun = Math.min(titleSeconds, first?.start ?? now)
  return {
    durationSeconds: now,
    scenes: [...(intro ? [intro] : []), ...(first ? [{ ...first, start: begun }] : []), ...others],
  }
}

/** The timeline as it would be if each letter took the same time, for what must be known without the voice. */
export function guessedTimeline(film: Film): Timeline {
  return layOut(film, (sentence) => sentence.length / 15)
}

/** How many seconds nothing is said: after each sentence, until the next one or the end of the film. */
export function silencesOf({ scenes, durationSeconds }: Timeline): number[] {
  const sentences = scenes.flatMap(({ steps }) => steps.flatMap((step) => step.sentences))
  return sentences.map(({ end }, index) => (sentences[index + 1]?.start ?? durationSeconds) - end)
}

/** The sentences of a speech with their translations. */
function pairsOf({ say, de }: Speech): { text: string; german?: string }[] {
  const german = de === undefined ? [] : sentencesOf(de)
  return sentencesOf(say).map((text, index) => {
    const translated = german[index]
    return { text, ...(translated !== undefined && { german: translated }) }
  })
}
