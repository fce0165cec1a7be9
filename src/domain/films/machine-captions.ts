import { timestamp } from '#domain/catalogue/edit-web-vtt.ts'
import type { TimedCue } from '#domain/catalogue/spoken-cues.ts'
import { servedWebVtt } from '#domain/catalogue/web-vtt.ts'

/**
 * Returns captions in WebVTT from what a machine has heard, plain texts in any order; undefined where no speech is left.
 * Machines invent: what begins after the end of the film goes, and so does a sentence that is repeated three times or more,
 * which they write in silence.
 */
export function machineCaptions(heard: readonly TimedCue[], durationSeconds: number): string | undefined {
  const inside = heard
    .map((cue) => ({ ...cue, text: cue.text.replace(/\s+/g, ' ').trim() }))
    .filter(({ text, startSeconds }) => text !== '' && startSeconds >= 0 && startSeconds < durationSeconds)
    .toSorted((a, b) => a.startSeconds - b.startSeconds)
  const said = withoutRepeats(inside.filter(({ text }) => !repeatsItself(text)))
  const cues = said.flatMap(({ startSeconds, endSeconds, text }, place) => {
    const next = said[place + 1]?.startSeconds ?? Number.POSITIVE_INFINITY
    const end = Math.min(endSeconds, durationSeconds, next > startSeconds ? next : endSeconds)
    const [from, to] = [timestamp(startSeconds), timestamp(end)]
    // below a thousandth of a second
    return end > startSeconds && from !== to ? [`${from} --> ${to}\n${escaped(text)}`] : []
  })
  return cues.length === 0 ? undefined : servedWebVtt(['WEBVTT', ...cues].join('\n\n'))
}

const timesInvented = 3

/** Leaves out runs of cues that say the same. */
function withoutRepeats(cues: readonly TimedCue[]): TimedCue[] {
  const runs: TimedCue[][] = []
  for (const cue of cues) {
    const run = runs.at(-1)
    if (run?.[0] && wordsOf(run[0].text) === wordsOf(cue.text)) run.push(cue)
    else runs.push([cue])
  }
  return runs.filter(({ length }) => length < timesInvented).flat()
}

/** Whether a text is one sentence over and over. */
function repeatsItself(text: string): boolean {
  const sentences = text
    .split(/(?<=[.!?…。！？])\s*/u)
    .map(wordsOf)
    .filter((words) => words !== '')
  return sentences.length >= timesInvented && new Set(sentences).size === 1
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim()
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
