import { fileNameOf } from './file-name.ts'
import type { Sentence } from './transcript.ts'

type Chapter = { readonly startSeconds: number; readonly title: string }

/** What is said in a chapter; without a title before the first. */
export type TranscriptPart = {
  readonly startSeconds: number
  readonly title: string | undefined
  readonly sentences: readonly Sentence[]
}

/**
 * Sentences under the chapters that they begin in, both in their order. A chapter in which nothing is said is left out; a
 * film without chapters has one part.
 */
export function transcriptParts(
  sentences: readonly Sentence[],
  chapters: readonly Chapter[],
): TranscriptPart[] {
  return [{ startSeconds: 0, title: undefined }, ...chapters].flatMap(({ startSeconds, title }, index) => {
    const end = chapters[index]?.startSeconds ?? Number.POSITIVE_INFINITY
    const from = index === 0 ? Number.NEGATIVE_INFINITY : startSeconds
    const said = sentences.filter((one) => one.startSeconds >= from && one.startSeconds < end)
    return said.length > 0 ? [{ startSeconds, title, sentences: said }] : []
  })
}

/** A transcript to be read without the film: its title, then a paragraph for each chapter under the chapter's title. */
export function transcriptText(title: string, parts: readonly TranscriptPart[]): string {
  const paragraphs = parts.map((part) => {
    const said = part.sentences.map(({ text }) => text).join(' ')
    return part.title === undefined ? said : `${part.title}\n${said}`
  })
  return `${[title, ...paragraphs].join('\n\n')}\n`
}

/** What a transcript is called as a file. */
export function transcriptFileName(title: string): string {
  return `${fileNameOf(title, 'transcript')}.txt`
}
