/** Something in the catalogue's files that the author has to put right. */
export type CatalogueMistake = {
  /** Path below the catalogue's folder, with `/`. */
  readonly file: string
  /** From 1; 1 for what has no lines, such as a film. */
  readonly line: number
  readonly sentence: string
}

/** Notes a mistake and goes on: an author wants to read all of them at once. */
export type Complain = (file: string, line: number, sentence: string) => void

/** A mistake as a compiler would say it, so that editors can jump to it: `react/hooks/video.md:3: …`. */
export function mistakeLine({ file, line, sentence }: CatalogueMistake): string {
  return `${file}:${line}: ${sentence}`
}
