import { spokenCues } from './spoken-cues.ts'
import { webVttCues } from './web-vtt.ts'

/** A spoken sentence, and when it begins in the film. */
export type Sentence = { readonly startSeconds: number; readonly text: string }

/** What is said in a film, sentence by sentence, from its captions (WebVTT that `checkWebVtt` finds in order). */
export function transcriptSentences(webVtt: string): Sentence[] {
  return sentencesOf(spokenCues(webVttCues(webVtt)))
}

/**
 * The sentences of captions, in their order: cues are cut where the picture has room, not where a sentence ends. A sentence
 * begins with the cue that it begins in.
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

/** Letters after which a sentence is cut all the same: captions of some machines have no full stops. */
const longest = 240

/**
 * A text as English dictionaries of full-text search should get it: PostgreSQL's takes "don't" for "don" and "t", which are too common
 * to be searched for. The same for what is said and what is sought.
 */
export function withoutNegativeApostrophes(text: string): string {
  return text.replace(/(?<=\p{L}n)['’](?=t(?!\p{L}))/giu, '')
}
