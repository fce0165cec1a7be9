/** A mistake in a file of the operator or an author. */
export type FileMistake = {
  /** Path relative to the folder that was read, with `/`. */
  readonly file: string
  /** From 1; 1 for files without lines, such as a video file. */
  readonly line: number
  readonly sentence: string
}

/** Reports a mistake without stopping: authors get all mistakes at once. */
export type Complain = (file: string, line: number, sentence: string) => void

/** Formats a mistake like a compiler, so that editors can jump to it: `react/hooks/video.md:3: …`. */
export function mistakeLine({ file, line, sentence }: FileMistake): string {
  return `${file}:${line}: ${sentence}`
}
