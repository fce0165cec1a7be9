import { readFile, stat } from 'node:fs/promises'
import { m } from '#messages/generated/messages.js'

const longestBytes = 1024 * 1024

/** A text file of the catalogue in UTF-8, or a sentence that says why it could not be read as one. */
export async function readText(path: string): Promise<{ text: string } | { sentence: string }> {
  try {
    if ((await stat(path)).size > longestBytes)
      return { sentence: m.catalogue_text_too_long({ kilobytes: longestBytes / 1024 }) }
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)) }
  } catch (error) {
    if (error instanceof TypeError) return { sentence: m.catalogue_not_text() }
    return { sentence: m.catalogue_unreadable({ reason: reasonOf(error) }) }
  }
}

/** Why a file could not be read: the system's error code, such as EACCES. */
export function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
