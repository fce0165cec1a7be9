import type { Film, Speech } from './film.ts'

/** A film laid out in time. All times are seconds from the start of the film. */
export type Timeline = {
  durationSeconds: number
  scenes: readonly TimedScene[]
}
export type TimedScene = { chapter: string; start: number; steps: readonly TimedStep[] }
export type TimedStep = { start: number; end: number; speech: Speech; sentences: readonly TimedSentence[] }
export type TimedSentence = { text: string; german?: string; start: number; end: number }

const pauses = { beforeFirst: 0.5, afterSentence: 0.45, afterStep: 1.1, afterScene: 2 }

/** How long the title card stands at most; what is said over it goes on over the first picture. */
export const titleSeconds = 2.8

/** How long the recap stands, whose points are read and not said. */
export const recapSeconds = 5.8

/** What is told, in order: the title card, the film's own scenes, the recap card. */
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

/** What is said aloud, in order: all but the recap. */
export function saidSentences(film: Film): string[] {
  return speechesOf(film)
    .slice(0, -1)
    .flatMap(({ steps }) => steps.flatMap(({ say }) => sentencesOf(say)))
}

/** Lays the sentences one after another, given how many seconds each of them takes to say. */
export function layOut(film: Film, secondsOf: (sentence: string) => number): Timeline {
  let now = pauses.beforeFirst
  const speeches = speechesOf(film)
  const said = speeches.slice(0, -1).map(({ chapter, steps }, scene): TimedScene => {
    const timed = steps.map((speech, index): TimedStep => {
      const start = scene === 0 ? 0 : now
      const sentences = pairsOf(speech).map((pair): TimedSentence => {
        const sentence = { ...pair, start: now, end: now + secondsOf(pair.text) }
        now = sentence.end + pauses.afterSentence
        return sentence
      })
      now += (index === steps.length - 1 ? pauses.afterScene : pauses.afterStep) - pauses.afterSentence
      return { start, end: now, speech, sentences }
    })
    return { chapter, start: timed[0]?.start ?? now, steps: timed }
  })
  const [intro, first, ...others] = said
  const begun = Math.min(titleSeconds, first?.start ?? now)
  return {
    durationSeconds: now + recapSeconds,
    scenes: [
      ...(intro ? [intro] : []),
      ...(first ? [{ ...first, start: begun }] : []),
      ...others,
      recapFrom(now, speeches.at(-1)),
    ],
  }
}

/** Its points share its time evenly, so that they can be read in another language as captions. */
function recapFrom(start: number, recap: ReturnType<typeof speechesOf>[number] | undefined): TimedScene {
  const { chapter = '', steps = [] } = recap ?? {}
  const each = recapSeconds / Math.max(1, steps.length)
  return {
    chapter,
    start,
    steps: steps.map((speech, index) => {
      const from = start + each * index
      const until = from + each
      const pairs = pairsOf(speech)
      const text = pairs.map(({ text }) => text).join(' ')
      const german = speech.de
      return {
        start: from,
        end: until,
        speech,
        sentences: [{ text, start: from, end: until - 0.1, ...(german !== undefined && { german }) }],
      }
    }),
  }
}

/** The sentences of a speech with their translations. */
function pairsOf({ say, de }: Speech): { text: string; german?: string }[] {
  const german = de === undefined ? [] : sentencesOf(de)
  return sentencesOf(say).map((text, index) => {
    const translated = german[index]
    return { text, ...(translated !== undefined && { german: translated }) }
  })
}
