import Papa from 'papaparse'

/** A value as a table of an export holds it. */
export type Cell = string | number | boolean | Date | null

/**
 * A table as spreadsheets open it: UTF-8 with a byte order mark, a line of headings, instants in RFC 3339. Text that a
 * spreadsheet would take for a formula gets an apostrophe before it: names and messages are what strangers typed.
 */
export function asCsv(columns: readonly string[], rows: readonly Readonly<Record<string, Cell>>[]): string {
  const data = rows.map((row) => columns.map((column) => row[column] ?? null))
  const text = Papa.unparse({ fields: [...columns], data }, { newline: '\r\n', escapeFormulae: formula })
  return `\uFEFF${text}\r\n`
}

/**
 * How a formula may begin, blanks before it included, also as the full-width signs that some spreadsheets read as the
 * plain ones. (The library's own pattern misses a formula with a line break in it.)
 */
const formula = /^\s*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u
