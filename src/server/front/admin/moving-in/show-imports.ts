import type { Language } from '#domain/language.ts'
import type { RowFault } from '#domain/moving-in/check-rows.ts'
import { movingInFaults } from '#messages/moving-in-faults.ts'
import { sendCsv } from '#server/front/admin/send-file.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { csvRows } from '#server/platform/runtime/csv.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { keptPeople, readImports } from './imported-people.store.ts'
import { undoableMs } from './move-people.ts'
import { refusedRows } from './people-import.store.ts'

/** How many imports, and people of one import, are shown. */
const most = 10

/** `GET /api/admin/people/imports`. */
export const showImports: UseCase<'peopleImports', 'database'> = async ({ database: { db } }) => {
  const imports = []
  for (const { startedAt, firstCharge, ...row } of await readImports(db, most))
    imports.push({
      ...row,
      startedAt: startedAt.toISOString(),
      firstCharge: firstCharge?.toISOString() ?? null,
      undoUntil: new Date(startedAt.getTime() + undoableMs).toISOString(),
      kept: row.keptCount > 0 ? [...(await keptPeople(db, row.id, most))] : [],
    })
  return { status: 200, body: { imports } }
}

/** `GET /api/admin/people/import/:id/errors.csv`: the columns of the file, and the error. 404 after 24 hours. */
export const sendListErrors: UseCase<'peopleListErrors', 'database'> = async (
  { database },
  { params, request, reply },
) => {
  const found = await refusedRows(database.db, params.id)
  if (!found) return new Problem('not-found')
  // headings may be equal or empty: a column is known by its number, the error's by the next one
  const keys = [...found.columns, 'error'].map((_, column) => `${column}`)
  const lineOf = (cells: readonly string[], error: string) =>
    Object.fromEntries(
      keys.map((key, column) => [key, column < found.columns.length ? (cells[column] ?? '') : error]),
    )
  const lines = [
    lineOf(found.columns, 'error'),
    ...found.rows.map(({ cells, fault }) => lineOf(cells, faultSentence(fault, request.language))),
  ]
  return sendCsv(reply, 'errors.csv', `\uFEFF${csvRows(keys, lines)}`)
}

/** Says why a row is not imported, and what to write instead. */
function faultSentence(fault: RowFault, locale: Language): string {
  return movingInFaults[fault]({}, { locale })
}
