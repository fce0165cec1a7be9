import type { Film, Speech } from './film.ts'

/** A film laid out in time. All times are seconds from the start of the film. */
export type Timeline = {
  durationSeconds: number
  scenes: readonly TimedScene[]
}
export type TimedScene = { chapter: string; start: number; steps: readonly TimedStep[] }
export type TimedStep = { start: number; end: number; speech: Speech; sentences: readonly TimedSentence[] }
export type TimedSentence = { text: string; german?: string; start: number; end: number }

const pauses = { beforeFirst: 0.9, afterSentence: 0.32, afterStep: 0.5, afterScene: 1, afterLast: 3 }

/** What is said, in order: the title card, the film's own scenes, the recap card. */
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

/** Lays the sentences one after another, given how many seconds each of them takes to say. */
export function layOut(film: Film, secondsOf: (sentence: string) => number): Timeline {
  let now = 0
  const scenes = speechesOf(film).map((scene, sceneIndex) => {
    const start = now
    const steps = scene.steps.map((speech, stepIndex): TimedStep => {
      const stepStart = now
      if (sceneIndex === 0 && stepIndex === 0) now += pauses.beforeFirst
      const german = speech.de === undefined ? [] : sentencesOf(speech.de)
      const sentences = sentencesOf(speech.say).map((text, index): TimedSentence => {
        const sentenceStart = now
        const end = now + secondsOf(text)
        now = end + pauses.afterSentence
        const translated = german[index]
        return { text, start: sentenceStart, end, ...(translated !== undefined && { german: translated }) }
      })
      now +=
        (stepIndex === scene.steps.length - 1 ? pauses.afterScene : pauses.afterStep) - pauses.afterSentence
      return { start: stepStart, end: now, speech, sentences }
    })
    return { chapter: scene.chapter, start, steps }
  })
  return { durationSeconds: now + pauses.afterLast - pauses.afterScene, scenes }
}
