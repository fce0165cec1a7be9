import { isEmail } from '#domain/accounts/contact.ts'
import type { UserRow } from '#domain/team/import-preview.ts'

/** A user in a file, with the row number that spreadsheet programs show. */
export type FileRow = UserRow & { readonly row: number }

/** Column numbers from 0. A name may have several columns, which are joined. */
export type Mapping = { readonly email: number; readonly names: readonly number[] }

/** A table of users: the headings of its columns ('' without one), its rows, and its detected columns. */
export type UserTable = {
  readonly columns: readonly string[]
  readonly rows: readonly TableRow[]
  readonly mapping: Mapping
}

type TableRow = { readonly cells: readonly string[]; readonly row: number }

/**
 * Detects the columns of names and addresses in a CSV table, by English and German headings. Among several address
 * columns their content decides. The name is the full name, else first and last name, else the display name, but never
 * a login name. Without headings it is the first of the other columns. Undefined without an address column. Skips empty
 * rows.
 */
export function readUserTable(table: readonly (readonly string[])[]): UserTable | undefined {
  const filled = table
    .map((cells, index) => ({ cells: cells.map((cell) => cell.trim()), row: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [first] = filled
  if (!first) return { columns: [], rows: [], mapping: { email: 0, names: [] } }
  const width = Math.max(...filled.map(({ cells }) => cells.length))
  const heads = Array.from({ length: width }, (_, column) => first.cells[column] ?? '')
  const words = heads.map(wordOf)
  const isHeaded = !first.cells.some(isEmail) && words.some(isHeading)
  const rows = filled.slice(isHeaded ? 1 : 0)
  const email = emailColumn(isHeaded ? words : [], rows, width)
  if (email === undefined) return undefined
  const names = isHeaded ? nameColumns(words, rows, email) : width > 1 ? [email === 0 ? 1 : 0] : []
  return { columns: isHeaded ? heads : heads.map(() => ''), rows, mapping: { email, names } }
}

/** Returns the users of a table, by these columns. */
export function userRowsOf({ rows }: Pick<UserTable, 'rows'>, { email, names }: Mapping): FileRow[] {
  return rows.map(({ cells, row }) => ({
    name: names
      .map((column) => cells[column] ?? '')
      .filter(Boolean)
      .join(' '),
    email: addressIn(cells[email] ?? ''),
    row,
  }))
}

/** Google joins several values of a contact in one cell; the first one counts. */
function addressIn(cell: string): string {
  return cell.split(/\s*:::\s*/)[0] ?? ''
}

/** Reduces a heading to lower-case letters: "E-Mail Address [Required]" is "emailaddress". */
function wordOf(head: string): string {
  return head
    .toLowerCase()
    .normalize('NFC')
    .replace(/\[.*?\]|\(.*?\)/g, '')
    .replace(/[^\p{L}]/gu, '')
}

function isHeading(word: string): boolean {
  return isEmailHeading(word) || Object.values(nameHeadings).some((known) => known.includes(word))
}

const emailHeadings =
  'email mail emailaddress mailaddress emailadresse mailadresse useremail workemail primaryemail emailvalue'.split(
    ' ',
  )

function isEmailHeading(word: string): boolean {
  return /mail|userprincipalname/.test(word)
}

/**
 * Finds the address column: the one with such a heading that mostly has addresses, else one that mostly has addresses.
 */
function emailColumn(words: readonly string[], rows: readonly TableRow[], width: number): number | undefined {
  const share = (column: number) =>
    rows.filter(({ cells }) => isEmail(addressIn(cells[column] ?? ''))).length / Math.max(rows.length, 1)
  const rankOf = (column: number) => {
    const word = words[column] ?? ''
    const holdsSome = share(column)
    if (!isEmailHeading(word)) return holdsSome > 0 ? 1 + holdsSome : 0
    const isSecond = /recovery|secondary|alternat|other|backup|home|personal|privat|weitere|zweit/.test(word)
    return (holdsSome >= 0.5 ? 8 : 3) + (isSecond ? 0 : 2) + (emailHeadings.includes(word) ? 1 : 0)
  }
  const ranks = Array.from({ length: width }, (_, column) => rankOf(column))
  const best = Math.max(...ranks)
  return best > 0 ? ranks.indexOf(best) : undefined
}

const nameHeadings = {
  full: 'name fullname realname completename person employee member vollständigername ganzername vorundnachname mitarbeiter mitarbeiterin mitglied teilnehmer teilnehmerin'.split(
    ' ',
  ),
  first: ['firstname', 'givenname', 'forename', 'vorname'],
  last: ['lastname', 'surname', 'familyname', 'nachname', 'familienname', 'zuname'],
  display: ['displayname', 'anzeigename', 'user', 'benutzer', 'nutzer'],
}

function nameColumns(words: readonly string[], rows: readonly TableRow[], email: number): number[] {
  const find = (known: readonly string[]) =>
    words.findIndex((word, column) => column !== email && known.includes(word))
  const [full, first, last, display] = [
    find(nameHeadings.full),
    find(nameHeadings.first),
    find(nameHeadings.last),
    find(nameHeadings.display),
  ]
  const cellsOf = (column: number) => rows.map(({ cells }) => cells[column] ?? '')
  // next to a column of first names only, "Name" is often the family name
  const isFamily =
    first !== -1 &&
    last === -1 &&
    !mostly(rows, ({ cells }) => (cells[full] ?? '').includes(cells[first] ?? ''))
  if (full !== -1) return isFamily ? [first, full] : [full]
  if (first !== -1 || last !== -1) return [first, last].filter((column) => column !== -1)
  // a login name has no space
  const isLogin = display !== -1 && /^(?:user|benutzer|nutzer)$/.test(words[display] ?? '')
  if (display === -1 || (isLogin && !mostly(cellsOf(display), (cell) => cell.includes(' ')))) return []
  return [display]
}

function mostly<Item>(items: readonly Item[], holds: (item: Item) => boolean): boolean {
  return items.filter(holds).length * 2 >= items.length
}
