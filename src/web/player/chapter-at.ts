import type { Chapter } from '#contract/library/library.ts'

/** Index of the chapter that a moment lies in; -1 before the first. */
export function chapterAt(chapters: readonly Chapter[], seconds: number): number {
  return chapters.findLastIndex(({ startSeconds }) => startSeconds <= seconds)
}
