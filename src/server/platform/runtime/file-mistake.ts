/** Something in the operator's or the authors' files that somebody has to put right. */
export type FileMistake = {
  /** Path below the folder that was read, with `/`. */
  readonly file: string
  /** From 1; 1 for what has no lines, such as a film. */
  readonly line: number
  readonly sentence: string
}

/** Notes a mistake and goes on: an author wants to read all of them at once. */
export type Complain = (file: string, line: number, sentence: string) => void

/** A mistake as a compiler would say it, so that editors can jump to it: `react/hooks/video.md:3: …`. */
export function mistakeLine({ file, line, sentence }: FileMistake): string {
  return `${file}:${line}: ${sentence}`
}
