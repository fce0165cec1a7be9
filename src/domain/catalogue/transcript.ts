import { spokenCues } from './spoken-cues.ts'
import { webVttCues } from './web-vtt.ts'

/** A spoken sentence with its start in the film. */
export type Sentence = { readonly startSeconds: number; readonly text: string }

/** Returns the sentences spoken in a film, from valid captions (`checkWebVtt`). */
export function transcriptSentences(webVtt: string): Sentence[] {
  return sentencesOf(spokenCues(webVttCues(webVtt)))
}

/**
 * Joins cues to sentences, in order: cues are split to fit the picture, not by sentences. A sentence begins with its
 * first cue.
 */
export function sentencesOf(cues: readonly Sentence[]): Sentence[] {
  const sentences: Sentence[] = []
  let open: Sentence | undefined
  for (const { startSeconds, text } of cues) {
    open = open ? { ...open, text: `${open.text} ${text}` } : { startSeconds, text }
    if (!/[.!?…]["'”“’)]?$/.test(text) && open.text.length < longest) continue
    sentences.push(open)
    open = undefined
  }
  return open ? [...sentences, open] : sentences
}

/** Length in characters after which a sentence is split anyway: machine captions may have no full stops. */
const longest = 240

/**
 * Removes the apostrophe of negations for English full-text search: PostgreSQL splits "don't" into "don" and "t", which are stop
 * words. Applied to both transcripts and queries.
 */
export function withoutNegativeApostrophes(text: string): string {
  return text.replace(/(?<=\p{L}n)['’](?=t(?!\p{L}))/giu, '')
}
