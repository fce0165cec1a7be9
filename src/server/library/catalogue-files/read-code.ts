import {
  type CodeFile,
  type CodeMistake,
  checkCodeFiles,
  codeLimits,
  inCodeOrder,
} from '#domain/catalogue/code-files.ts'
import { m } from '#messages/generated/messages.js'
import type { Complain } from '#server/platform/runtime/file-mistake.ts'
import { readText } from '#server/platform/runtime/read-text.ts'

/** A file of a video's folder `code`: its path there, and on this machine. */
export type FoundCode = { readonly name: string; readonly path: string }

/**
 * Reads and validates the files of a video's folder `code`, in the order of display. Their bytes are kept, including
 * byte order marks and line ends.
 */
export async function readCode(
  { name, code }: { readonly name: string; readonly code: readonly FoundCode[] },
  complain: Complain,
): Promise<CodeFile[]> {
  const folder = `${name}/code`
  const complainOf = (mistake: CodeMistake) =>
    complain(
      mistake.name === '' ? folder : `${folder}/${mistake.name}`,
      mistake.line,
      codeSentences[mistake.code](),
    )
  if (code.length > codeLimits.files) {
    complainOf({ name: '', line: 1, code: 'code-too-many' })
    return []
  }
  const files: (CodeFile & { bytes: number })[] = []
  for (const file of inCodeOrder(code)) {
    const read = await readText(file.path, { longestKilobytes: codeLimits.kilobytes, keepMark: true })
    if ('sentence' in read) complain(`${folder}/${file.name}`, 1, read.sentence)
    else files.push({ name: file.name, ...read })
  }
  for (const mistake of checkCodeFiles(files)) complainOf(mistake)
  return files.map((file) => ({ name: file.name, text: file.text }))
}

/** Returns code files in the order in which an author names them; those that are not named follow. */
export function inNamedOrder(
  code: readonly CodeFile[],
  names: readonly { readonly value: string; readonly line: number }[],
  found: readonly FoundCode[],
  complain: (line: number, sentence: string) => void,
): CodeFile[] {
  for (const { value: name, line } of names)
    if (!found.some((file) => file.name === name)) complain(line, m.catalogue_code_unknown({ name }))
  const place = new Map(names.map(({ value }, index) => [value, index]))
  const placeOf = ({ name }: CodeFile) => place.get(name) ?? names.length
  return code.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Messages of the mistakes of code files. */
export const codeSentences: Record<CodeMistake['code'], () => string> = {
  'code-name': () => m.catalogue_code_name({ longest: codeLimits.nameLetters }),
  'code-name-taken': m.catalogue_code_name_taken,
  'code-characters': m.catalogue_code_characters,
  'code-too-many': () => m.catalogue_code_too_many({ most: codeLimits.files }),
  'code-too-long': () => m.catalogue_code_too_long({ kilobytes: codeLimits.allKilobytes }),
}
