import Papa from 'papaparse'

/** A value in a cell of an export. */
export type Cell = string | number | boolean | Date | null

/**
 * Returns a table as CSV for spreadsheets: UTF-8 with a byte order mark, a header line, timestamps in RFC 3339. Text
 * that a spreadsheet would evaluate as a formula is prefixed with an apostrophe: names and messages are untrusted
 * input.
 */
export function asCsv(columns: readonly string[], rows: readonly Readonly<Record<string, Cell>>[]): string {
  const data = rows.map((row) => columns.map((column) => row[column] ?? null))
  const text = Papa.unparse({ fields: [...columns], data }, { newline: '\r\n', escapeFormulae: formula })
  return `\uFEFF${text}\r\n`
}

/**
 * Start of a formula, leading blanks included; some spreadsheets also accept the full-width characters. (The library's
 * own pattern misses a formula that contains a line break.)
 */
const formula = /^\s*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u
