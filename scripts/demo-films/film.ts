/** A film of the demo library, as written by its author: speech and pictures. */
export type Film = {
  /** Folder name and URL of the video, unique in the library. */
  id: string
  title: string
  /** A few characters of code, shown large on the title card and the poster. */
  motif: string
  published: string
  tags: readonly string[]
  versions: readonly string[]
  free?: true
  /** Markdown, shown below the player. */
  description: string
  /** Spoken over the title card and shown in words after it: the question of the film. */
  opening: Speech
  scenes: readonly Scene[]
  /** Said at the end, while they stand on a card. Keep them short. */
  recap: { points: readonly Speech[] }
}

export type Category = {
  /** Path below content/, for example `javascript/async`. */
  folder: string
  name: string
  position: number
  /** Further folders that list the category. */
  parents?: readonly string[]
  /** OKLCH hue of its films; sub-categories inherit it. */
  hue?: number
  description: string
  films: readonly Film[]
}

/** One or more sentences, each spoken, timed and captioned separately. `de` has as many sentences as `say`. */
export type Speech = { say: string; de?: string }

/** A chapter: panels, and steps that walk through them. */
export type Scene = {
  chapter: string
  panels: readonly Panel[]
  /** One above the other, where side by side (default) leaves no larger type. */
  arrange?: 'rows'
  steps: readonly Step[]
}

export type Step = Speech & {
  /** Highlighted lines of each code panel, `2-4` or `1,6`; a single value applies to the first panel. */
  focus?: string | readonly string[]
  /** Last shown line of the first code panel; new lines are typed. */
  until?: number
}

export type Panel = CodePanel | OutputPanel | TablePanel | PicturePanel | PagePanel
export type Language = 'ts' | 'sql' | 'css' | 'shell' | 'http'

/** `from`: the step in which it appears, for a reply after its request. */
export type CodePanel = {
  kind: 'code'
  language: Language
  label?: string
  source: string
  from?: number
}
/**
 * Output of a program: each line appears with its step (0 is the scene's first), after that step's typing. `by`: the line
 * of the scene's first code panel that prints it; required if that panel is typed.
 */
export type OutputPanel = { kind: 'output'; label?: string; lines: readonly OutputLine[] }
export type OutputLine = readonly [fromStep: number, text: string, tone?: Tone | undefined, by?: number]
export type Tone = 'good' | 'bad' | 'quiet'
export type TablePanel = { kind: 'table'; label?: string; at: (step: number) => Table }
export type Table = {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  /** Highlighted rows and columns. */
  lit?: readonly number[]
  litColumn?: string
}
/** An SVG drawing of the given size; `at` returns its content. */
export type PicturePanel = { kind: 'picture'; width: number; height: number; at: (step: number) => string }
/** A small web page rendered live, to demonstrate CSS. */
export type PagePanel = {
  kind: 'page'
  label?: (step: number) => string
  width: (step: number) => number
  css: string
  at: (step: number) => string
}
