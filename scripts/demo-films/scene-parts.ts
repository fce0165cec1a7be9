import type {
  CodePanel,
  Language,
  OutputLine,
  OutputPanel,
  PagePanel,
  PicturePanel,
  Table,
  TablePanel,
} from './film.ts'

/** Shorthands for the panels of a scene, which keep the scripts readable. */
export function code(language: Language, source: string, label?: string): CodePanel {
  return { kind: 'code', language, source, ...(label !== undefined && { label }) }
}

/** A reply that appears with the given step, beside its request. */
export function answer(from: number, language: Language, source: string, label?: string): CodePanel {
  return { ...code(language, source, label), from }
}

export function prints(lines: readonly OutputLine[], label?: string): OutputPanel {
  return { kind: 'output', lines, ...(label !== undefined && { label }) }
}

export function table(at: (step: number) => Table, label?: string): TablePanel {
  return { kind: 'table', at, ...(label !== undefined && { label }) }
}

export function picture(width: number, height: number, at: (step: number) => string): PicturePanel {
  return { kind: 'picture', width, height, at }
}

export function page(width: (step: number) => number, css: string, at: (step: number) => string): PagePanel {
  return { kind: 'page', label: (step) => `${width(step)} px`, width, css, at }
}
