import { fileNameOf } from './file-name.ts'
import type { Sentence } from './transcript.ts'

type Chapter = { readonly startSeconds: number; readonly title: string }

/** The transcript of a chapter; without a title before the first chapter. */
export type TranscriptPart = {
  readonly startSeconds: number
  readonly title: string | undefined
  readonly sentences: readonly Sentence[]
}

/**
 * Groups sentences by the chapter that they begin in, in order. Chapters without speech are left out; a film without
 * chapters has one part.
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

/** Returns a transcript as text: the title, then a paragraph for each chapter under its title. */
export function transcriptText(title: string, parts: readonly TranscriptPart[]): string {
  const paragraphs = parts.map((part) => {
    const said = part.sentences.map(({ text }) => text).join(' ')
    return part.title === undefined ? said : `${part.title}\n${said}`
  })
  return `${[title, ...paragraphs].join('\n\n')}\n`
}

/** Returns the file name of a transcript. */
export function transcriptFileName(title: string): string {
  return `${fileNameOf(title, 'transcript')}.txt`
}
