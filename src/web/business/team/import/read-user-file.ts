import { mostRows } from '#domain/team/import-preview.ts'
import { m } from '#messages/generated/messages.js'
import { cellsOf, type OnProgress, readTableFile, type TableFile } from './read-table-file.ts'
import { garbledWord } from './text-encoding.ts'
import { readUserTable, type UserTable } from './user-columns.ts'

/** A list of users as read from a file. */
export type UserList = TableFile & {
  /** A word that suggests another encoding; undefined without one. */
  readonly garbled: string | undefined
  readonly table: UserTable
}

/**
 * Returns the users in a CSV file, or an error message. Detects delimiters (comma, semicolon, tab) and encodings
 * (Unicode, spreadsheet programs on Windows and Macs).
 */
export async function readUserFile(
  file: File,
  how: { onProgress: OnProgress; signal: AbortSignal },
): Promise<UserList | string> {
  const read = await readTableFile(file, how)
  return typeof read === 'string' ? read : readUserList(read)
}

/** Returns the users in encoded bytes, or an error message. */
export async function readUserList(read: TableFile): Promise<UserList | string> {
  const text = new TextDecoder(read.encoding).decode(read.bytes)
  const table = readUserTable(await cellsOf(text))
  if (!table) return m.import_no_columns()
  const { length: count } = table.rows
  if (count === 0) return m.import_empty()
  return count > mostRows ? m.import_too_many({ count }) : { ...read, table, garbled: garbledWord(text) }
}
