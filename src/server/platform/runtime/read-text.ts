import { readFile, stat } from 'node:fs/promises'
import { m } from '#messages/generated/messages.js'

/**
 * Reads a UTF-8 text file of the catalogue; returns a sentence with the reason where that fails. A byte order mark is
 * removed unless it is to be kept.
 */
export async function readText(
  path: string,
  { longestKilobytes = 1024, keepMark = false } = {},
): Promise<{ text: string; bytes: number } | { sentence: string }> {
  try {
    if ((await stat(path)).size > longestKilobytes * 1024)
      return { sentence: m.catalogue_text_too_long({ kilobytes: longestKilobytes }) }
    const bytes = await readFile(path)
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: keepMark }).decode(bytes)
    return { text, bytes: bytes.length }
  } catch (error) {
    if (error instanceof TypeError) return { sentence: m.catalogue_not_text() }
    return { sentence: m.catalogue_unreadable({ reason: reasonOf(error) }) }
  }
}

/** Returns why a file could not be read: the system's error code, such as EACCES. */
export function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
