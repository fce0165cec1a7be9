import Papa from 'papaparse'

/** A value in a cell of an export. */
export type Cell = string | number | boolean | Date | null

/**
 * Returns a table as CSV for spreadsheets: UTF-8 with a byte order mark, a header line, timestamps in RFC 3339. Text
 * that a spreadsheet would evaluate as a formula is prefixed with an apostrophe: names and messages are untrusted
 * input.
 */
export function asCsv(columns: readonly string[], rows: readonly Readonly<Record<string, Cell>>[]): string {
  return csvHead(columns) + csvRows(columns, rows)
}

function csvHead(columns: readonly string[]): string {
  return `\uFEFF${Papa.unparse([columns])}\r\n`
}

/** The lines of some rows, without a header. */
export function csvRows(columns: readonly string[], rows: readonly Readonly<Record<string, Cell>>[]): string {
  if (rows.length === 0) return ''
  const data = rows.map((row) => columns.map((column) => row[column] ?? null))
  return `${Papa.unparse(data, { newline: '\r\n', escapeFormulae: formula })}\r\n`
}

/**
 * Start of a formula, leading blanks included; some spreadsheets also accept the full-width characters. (The library's
 * own pattern misses a formula that contains a line break.)
 */
const formula = /^\s*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u

/** Yields the same table in pieces, as its rows arrive. */
export async function* csvPieces(
  columns: readonly string[],
  pages: AsyncIterable<readonly Readonly<Record<string, Cell>>[]>,
): AsyncGenerator<string> {
  yield csvHead(columns)
  for await (const rows of pages) if (rows.length > 0) yield csvRows(columns, rows)
}
