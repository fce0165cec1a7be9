import {
  guessColumns,
  isFromGhost,
  longestCell,
  type Mapping,
  mostColumns,
  mostPeople,
} from '#domain/moving-in/columns.ts'
import { m } from '#messages/generated/messages.js'
import { cellsOf, readTableFile, type TableFile } from '#web/business/team/import/read-table-file.ts'
import { garbledWord } from '#web/business/team/import/text-encoding.ts'
import { readUserTable } from '#web/business/team/import/user-columns.ts'

/** A list of people as read from a file, and what its columns are taken for. */
export type PeopleFile = TableFile & {
  /** A word that suggests another encoding; undefined without one. */
  readonly garbled: string | undefined
  /** Headings; '' without one. */
  readonly columns: readonly string[]
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[]
  readonly mapping: Mapping
  readonly isFromGhost: boolean
}

/** Returns the people in a CSV file, or an error message. */
export async function readPeopleFile(file: File, signal: AbortSignal): Promise<PeopleFile | string> {
  const read = await readTableFile(file, { onProgress: () => {}, signal })
  return typeof read === 'string' ? read : readPeople(read)
}

/** Returns the people in encoded bytes, or an error message. */
export async function readPeople(read: TableFile): Promise<PeopleFile | string> {
  const text = new TextDecoder(read.encoding).decode(read.bytes)
  const table = readUserTable((await cellsOf(text)).map((cells) => cells.map(withoutControls)))
  if (!table) return m.import_no_columns()
  const { columns, rows } = table
  if (rows.length === 0) return m.import_empty()
  if (rows.length > mostPeople) return m.moving_in_too_many({ count: rows.length })
  if (columns.length > mostColumns) return m.moving_in_too_wide({ count: columns.length })
  const long = rows.find(({ cells }) => cells.some((cell) => cell.length > longestCell))
  if (long) return m.moving_in_cell_long({ row: long.row })
  const { email, names } = table.mapping
  return {
    file: read.file.slice(0, 200),
    bytes: read.bytes,
    encoding: read.encoding,
    garbled: garbledWord(text),
    columns: columns.map((heading) => heading.slice(0, longestCell)),
    rows,
    mapping: { ...guessColumns(columns), email, ...named('name', names[0]), ...named('lastName', names[1]) },
    isFromGhost: isFromGhost(columns),
  }
}

function named(field: 'name' | 'lastName', column: number | undefined) {
  return column === undefined ? {} : { [field]: column }
}

/** The server takes no control characters besides line breaks and tabs. */
function withoutControls(cell: string): string {
  return cell.replace(/(?![\n\r\t])\p{Cc}/gu, ' ')
}
