import { mostRows } from '#domain/team/import-preview.ts'
import { m } from '#messages/generated/messages.js'
import { type Encoding, encodingOf, garbledWord } from './text-encoding.ts'
import { readUserTable, type UserTable } from './user-columns.ts'

/** The share of a file that has been read, from 0 to 1. */
export type OnProgress = (done: number) => void

/** A list of users as read from a file. */
export type UserList = {
  readonly file: string
  readonly bytes: Uint8Array
  readonly encoding: Encoding
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
  { onProgress, signal }: { onProgress: OnProgress; signal: AbortSignal },
): Promise<UserList | string> {
  if (file.size > largestBytes) return m.import_too_large()
  // a file may be removed or changed while it is read
  const bytes = await bytesOf(file, { onProgress, signal }).catch(() => undefined)
  signal.throwIfAborted()
  const encoding = bytes && encodingOf(bytes)
  return encoding ? readUserList({ file: file.name, bytes, encoding }) : m.import_unreadable()
}

/** Returns the users in encoded bytes, or an error message. */
export async function readUserList(
  read: Pick<UserList, 'file' | 'bytes' | 'encoding'>,
): Promise<UserList | string> {
  const text = new TextDecoder(read.encoding).decode(read.bytes)
  const { default: Papa } = await import('papaparse')
  const { data } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text) })
  // Excel writes `sep=` above its table
  const table = readUserTable(data.map((cells, index) => (index === 0 && isMark(cells) ? [] : cells)))
  if (!table) return m.import_no_columns()
  const { length: count } = table.rows
  if (count === 0) return m.import_empty()
  return count > mostRows ? m.import_too_many({ count }) : { ...read, table, garbled: garbledWord(text) }
}

const largestBytes = 5_000_000
const sliceBytes = 65_536

async function bytesOf(
  file: File,
  { onProgress, signal }: { onProgress: OnProgress; signal: AbortSignal },
): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.size)
  for (let from = 0; from < file.size; from += sliceBytes) {
    signal.throwIfAborted()
    bytes.set(new Uint8Array(await file.slice(from, from + sliceBytes).arrayBuffer()), from)
    onProgress(Math.min(1, (from + sliceBytes) / file.size))
  }
  return bytes
}

/** Returns the most frequent delimiter in the first non-empty row, outside quotes. */
function delimiterOf(text: string): string {
  const [firstRow = ''] = text.slice(0, 10_000).match(/[^\s\uFEFF].*/) ?? []
  const bare = firstRow.replace(/"[^"]*"/g, '')
  const count = (sign: string) => bare.split(sign).length
  return [';', '\t', ','].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

function isMark(cells: readonly string[]): boolean {
  return /^\uFEFF?sep=/.test(cells[0] ?? '') && cells.slice(1).every((cell) => cell === '')
}
