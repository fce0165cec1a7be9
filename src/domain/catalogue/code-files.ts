/** A text file of a film: its path below the film's folder `code`, with `/` between folders. */
export type CodeFile = { readonly name: string; readonly text: string }

/** Limits of a film's code: number of files, kilobytes per file and in total, characters of a path. */
export const codeLimits = { files: 20, kilobytes: 100, allKilobytes: 500, nameLetters: 100 } as const

export type CodeMistake = {
  /** File name; '' for a mistake of the whole set. */
  readonly name: string
  readonly line: number
  readonly code: 'code-name' | 'code-name-taken' | 'code-characters' | 'code-too-many' | 'code-too-long'
}

/**
 * Checks a film's code files. Names must be valid in every file system, also when an archive is unpacked, and differ in
 * more than case. Contents must be text: no control characters but tabs, line ends and form feeds.
 */
export function checkCodeFiles(
  files: readonly (CodeFile & { readonly bytes: number })[],
): readonly CodeMistake[] {
  if (files.length > codeLimits.files) return [{ name: '', line: 1, code: 'code-too-many' }]
  const taken = new Set<string>()
  const mistakes = files.flatMap(({ name, text }): CodeMistake[] => {
    const key = name.toLowerCase()
    const isTaken = taken.has(key)
    taken.add(key)
    const line = lineOfControlCharacter(text)
    return [
      ...(isCodeFileName(name) ? [] : [{ name, line: 1, code: 'code-name' as const }]),
      ...(isTaken ? [{ name, line: 1, code: 'code-name-taken' as const }] : []),
      ...(line === undefined ? [] : [{ name, line, code: 'code-characters' as const }]),
    ]
  })
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  if (bytes > codeLimits.allKilobytes * 1024) mistakes.push({ name: '', line: 1, code: 'code-too-long' })
  return mistakes
}

/**
 * Whether a path is valid everywhere: no part is hidden, leads upwards, begins or ends with a space, ends with a full
 * stop, or is a Windows device name; no control or invisible characters.
 */
export function isCodeFileName(name: string): boolean {
  return name.length <= codeLimits.nameLetters && name.split('/').every(isPartOfPath)
}

function isPartOfPath(part: string): boolean {
  return (
    /^[^\p{C}\\/:*?"<>|]+$/u.test(part) &&
    !/^[\s.]|[\s.]$/u.test(part) &&
    !/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(part)
  )
}

/** Line number from 1; undefined without one. */
function lineOfControlCharacter(text: string): number | undefined {
  const at = text.search(/[^\P{Cc}\t\n\f\r]/u)
  return at < 0 ? undefined : linesOf(text.slice(0, at)).length
}

/** Returns a file as displayed and copied: uniform line ends, no byte order mark. */
export function shownCode(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
}

/** Number of displayed lines; a final line end does not begin another. An empty file has one. */
export function lineCount(text: string): number {
  return linesOf(text.replace(/(?:\r\n|\n|\r)$/, '')).length
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/)
}

/** Files in display order: by name, numbers by value. */
export function inCodeOrder<File extends { readonly name: string }>(files: readonly File[]): File[] {
  return files.toSorted((a, b) => collator.compare(a.name, b.name))
}

const collator = new Intl.Collator('en', { numeric: true })
