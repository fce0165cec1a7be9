import { isEmail } from '#domain/accounts/contact.ts'
import type { UserRow } from '#domain/team/import-preview.ts'

/** A person in a file, and the row in which a spreadsheet program shows them. */
export type FileRow = UserRow & { readonly row: number }

/**
 * The people in a table that somebody saved as CSV. Headings tell which column is which, in English or German, a name may
 * stand in two; without headings the column of the first row's address is the one of addresses, and the first of the
 * others the name's. Undefined where there is no column of addresses. Empty rows are left out.
 */
export function userRowsOf(table: readonly (readonly string[])[]): FileRow[] | undefined {
  const filled = table
    .map((cells, index) => ({ cells: cells.map((cell) => cell.trim()), row: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [first] = filled
  if (!first) return []
  const headed = headedColumns(first.cells)
  const columns = headed ?? bareColumns(first.cells)
  return (
    columns &&
    filled.slice(headed ? 1 : 0).map(({ cells, row }) => ({
      name: columns.names
        .map((column) => cells[column] ?? '')
        .filter(Boolean)
        .join(' '),
      email: cells[columns.email] ?? '',
      row,
    }))
  )
}

type Columns = { readonly email: number; readonly names: readonly number[] }

function headedColumns(heads: readonly string[]): Columns | undefined {
  const words = heads.map((head) =>
    head
      .toLowerCase()
      .normalize('NFC')
      .replace(/[^\p{L}]/gu, ''),
  )
  const find = (known: readonly string[]) => words.findIndex((word) => known.includes(word))
  const email = find(headings.email)
  if (email === -1) return undefined
  const whole = find(headings.name)
  const parts = [find(headings.firstName), find(headings.lastName)].filter((column) => column !== -1)
  return { email, names: whole === -1 ? parts : [whole] }
}

function bareColumns(cells: readonly string[]): Columns | undefined {
  const email = cells.findIndex(isEmail)
  if (email === -1) return undefined
  return { email, names: cells.length > 1 ? [email === 0 ? 1 : 0] : [] }
}

/** In lower case, letters alone: "E-Mail-Adresse" is "emailadresse". */
const headings = {
  email: ['email', 'mail', 'emailaddress', 'mailaddress', 'emailadresse', 'mailadresse', 'useremail'],
  name: 'name fullname displayname username user person employee member'
    .concat(' vollständigername ganzername vorundnachname anzeigename benutzer benutzername')
    .concat(' nutzer mitarbeiter mitarbeiterin mitglied teilnehmer')
    .split(' '),
  firstName: ['firstname', 'givenname', 'forename', 'vorname'],
  lastName: ['lastname', 'surname', 'familyname', 'nachname', 'familienname', 'zuname'],
}
