import { mostRows } from '#domain/team/import-preview.ts'
import { m } from '#messages/generated/messages.js'
import { type FileRow, userRowsOf } from './user-columns.ts'

/** How much of a file has been read, from 0 to 1. */
export type OnProgress = (done: number) => void

/**
 * The people in a CSV file, or the sentence that says why there are none. Commas, semicolons and tabs are told apart by
 * themselves; text may be in UTF-8, UTF-16, or what spreadsheet programs on Windows save (1252).
 */
export async function readUserFile(
  file: File,
  { onProgress, signal }: { onProgress: OnProgress; signal: AbortSignal },
): Promise<readonly FileRow[] | string> {
  if (file.size > largestBytes) return m.import_too_large()
  // a file may be taken away or changed while it is read
  const bytes = await bytesOf(file, { onProgress, signal }).catch(() => undefined)
  signal.throwIfAborted()
  const text = bytes && textOf(bytes)
  if (text === undefined) return m.import_unreadable()
  const { default: Papa } = await import('papaparse')
  const delimiter = delimiterOf(text)
  const { data } = Papa.parse<string[]>(text, { delimiter })
  // what Excel writes above its table to say how it is to be read
  const rows = userRowsOf(data.map((cells, index) => (index === 0 && isMark(cells) ? [] : cells)))
  if (!rows) return m.import_no_columns()
  if (rows.length === 0) return m.import_empty()
  return rows.length > mostRows ? m.import_too_many({ count: rows.length }) : rows
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

/** Undefined for what is no text: a spreadsheet itself, a picture. */
function textOf(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The sign that stands most often in the first row that is not empty, but for what stands in quotes. */
function delimiterOf(text: string): string {
  const [firstRow = ''] = text.slice(0, 10_000).match(/[^\s\uFEFF].*/) ?? []
  const bare = firstRow.replace(/"[^"]*"/g, '')
  const count = (sign: string) => bare.split(sign).length
  return [';', '\t', ','].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

function isMark(cells: readonly string[]): boolean {
  return /^\uFEFF?sep=/.test(cells[0] ?? '') && cells.slice(1).every((cell) => cell === '')
}
