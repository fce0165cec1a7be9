/** A text file that belongs to a film: its path below the film's folder `code`, with `/` between folders. */
export type CodeFile = { readonly name: string; readonly text: string }

/** What a film may have of code: files, kilobytes of one and of all together, letters of a path. */
export const codeLimits = { files: 20, kilobytes: 100, allKilobytes: 500, nameLetters: 100 } as const

export type CodeMistake = {
  /** Of the file; '' where it is about all of them. */
  readonly name: string
  readonly line: number
  readonly code: 'code-name' | 'code-name-taken' | 'code-characters' | 'code-too-many' | 'code-too-long'
}

/**
 * What is wrong with a film's files of code. Their names can be used by every file system, also in an archive that somebody
 * unpacks; two of them differ in more than case. What is in them is text: no control characters but tabs, line ends and
 * form feeds.
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
 * Whether a path is good everywhere: no part is hidden or leads upwards, begins or ends with a space, ends with a full stop, or is
 * what Windows keeps for its devices; no control characters, and none that cannot be seen.
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

/** Counted from 1; undefined where there is none. */
function lineOfControlCharacter(text: string): number | undefined {
  const at = text.search(/[^\P{Cc}\t\n\f\r]/u)
  return at < 0 ? undefined : linesOf(text.slice(0, at)).length
}

/** A file as it is shown and copied: every line ends in one way, without the mark that some editors put before the first. */
export function shownCode(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
}

/** How many lines are shown of a file; the end of the last one begins no other. An empty file has one. */
export function lineCount(text: string): number {
  return linesOf(text.replace(/(?:\r\n|\n|\r)$/, '')).length
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/)
}

/** Files in the order in which they are shown: by name, numbers by their value. */
export function inCodeOrder<File extends { readonly name: string }>(files: readonly File[]): File[] {
  return files.toSorted((a, b) => collator.compare(a.name, b.name))
}

const collator = new Intl.Collator('en', { numeric: true })
