/** A film of the demo library as its author writes it: what is said, and what is on screen meanwhile. */
export type Film = {
  /** Folder name and address of the video, unique in the whole library. */
  id: string
  title: string
  /** A few characters of code that stand large on the title card and the poster. */
  motif: string
  published: string
  tags: readonly string[]
  versions: readonly string[]
  free?: true
  /** Markdown, shown below the player. */
  description: string
  /** Spoken over the title card and shown in words after it: the question that the film answers. */
  opening: Speech
  scenes: readonly Scene[]
  /** Read at the end, on a card of a few seconds; nobody says them. */
  recap: { points: readonly Speech[] }
}

export type Category = {
  /** Path below content/, for example `javascript/async`. */
  folder: string
  name: string
  position: number
  /** Further folders under which the category is listed. */
  parents?: readonly string[]
  /** OKLCH hue of its films; sub-categories inherit it. */
  hue?: number
  description: string
  films: readonly Film[]
}

/** One or more sentences; each is spoken, timed and captioned on its own. `de` has as many sentences as `say`. */
export type Speech = { say: string; de?: string }

/** A chapter: panels that stay, and steps that walk through them. */
export type Scene = {
  chapter: string
  panels: readonly Panel[]
  /** Side by side (default) or one above the other. */
  arrange?: 'columns' | 'rows'
  /** Relative widths or heights of the panels, for example `3fr 2fr`. */
  share?: string
  steps: readonly Step[]
}

export type Step = Speech & {
  /** Lines of each code panel to light up, `2-4` or `1,6`; a single word is meant for the first panel. */
  focus?: string | readonly string[]
  /** The first code panel is shown up to this line; what is new is typed. */
  until?: number
}

export type Panel = CodePanel | OutputPanel | TablePanel | PicturePanel | PagePanel
export type Language = 'ts' | 'sql' | 'css' | 'shell' | 'http'

/** `from`: the step with which it appears; a server's answer comes after the question. */
export type CodePanel = {
  kind: 'code'
  language: Language
  label?: string
  source: string
  from?: number
}
/**
 * What a program prints: each line appears with the step of that number (0 is the scene's first), once what that step types stands
 * there. `by` is the line of the scene's first code panel that prints it; it has to be said where that panel is typed.
 */
export type OutputPanel = { kind: 'output'; label?: string; lines: readonly OutputLine[] }
export type OutputLine = readonly [fromStep: number, text: string, tone?: Tone | undefined, by?: number]
export type Tone = 'good' | 'bad' | 'quiet'
export type TablePanel = { kind: 'table'; label?: string; at: (step: number) => Table }
export type Table = {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  /** Rows that are lit, and columns that are. */
  lit?: readonly number[]
  litColumn?: string
}
/** An SVG drawing of the given size; `at` returns its inside. */
export type PicturePanel = { kind: 'picture'; width: number; height: number; at: (step: number) => string }
/** A small web page drawn live, to show what CSS does. */
export type PagePanel = {
  kind: 'page'
  label?: (step: number) => string
  width: (step: number) => number
  css: string
  at: (step: number) => string
}
