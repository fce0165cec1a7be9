import type { Film, Speech } from './film.ts'

/** A film's timeline. All times are seconds from the start of the film. */
export type Timeline = {
  durationSeconds: number
  scenes: readonly TimedScene[]
}
export type TimedScene = { chapter: string; start: number; steps: readonly TimedStep[] }
export type TimedStep = { start: number; end: number; speech: Speech; sentences: readonly TimedSentence[] }
export type TimedSentence = { text: string; german?: string; start: number; end: number }

const pauses = { beforeFirst: 0.5, afterSentence: 0.45, afterStep: 1.1, afterScene: 2 }

/** Maximum time of the title card; its speech continues over the first picture. */
export const titleSeconds = 2.8

/** Time of the recap, whose points are read and not spoken. */
export const recapSeconds = 5.8

/** Returns the speeches in order: the title card, the scenes, the recap card. */
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

/** Returns the spoken sentences in order: all except the recap. */
export function saidSentences(film: Film): string[] {
  return speechesOf(film)
    .slice(0, -1)
    .flatMap(({ steps }) => steps.flatMap(({ say }) => sentencesOf(say)))
}

/** Places the sentences one after another, given their durations in seconds. */
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

/** Its points share its time evenly, so that captions can show them in another language. */
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
