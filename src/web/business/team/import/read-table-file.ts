import { m } from '#messages/generated/messages.js'
import { type Encoding, encodingOf } from './text-encoding.ts'

/** The share of a file that has been read, from 0 to 1. */
export type OnProgress = (done: number) => void

/** A file with its detected encoding. */
export type TableFile = { readonly file: string; readonly bytes: Uint8Array; readonly encoding: Encoding }

/** Reads a text file. Returns an error message if it is larger than 5 MB or no text. */
export async function readTableFile(
  file: File,
  { onProgress, signal }: { onProgress: OnProgress; signal: AbortSignal },
): Promise<TableFile | string> {
  if (file.size > largestBytes) return m.import_too_large()
  // a file may be removed or changed while it is read
  const bytes = await bytesOf(file, { onProgress, signal }).catch(() => undefined)
  signal.throwIfAborted()
  const encoding = bytes && encodingOf(bytes)
  return encoding ? { file: file.name, bytes, encoding } : m.import_unreadable()
}

/** Returns the cells of a CSV text, row by row. Detects the delimiter: comma, semicolon or tab. */
export async function cellsOf(text: string): Promise<readonly (readonly string[])[]> {
  const { default: Papa } = await import('papaparse')
  const { data } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text) })
  // Excel writes `sep=` above its table
  return data.map((cells, index) => (index === 0 && isMark(cells) ? [] : cells))
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
