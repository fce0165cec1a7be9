import { teamCalls } from '#contract/team/team-calls.ts'
import { previewImport, type UserFate } from '#domain/team/import-preview.ts'
import { checkNewUser } from '#domain/team/team.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/platform/site/api.ts'
import type { OnProgress } from './read-table-file.ts'
import type { FileRow } from './user-columns.ts'

/** A row of a file with the result of saving it, as a word and a message. */
export type CheckedRow = FileRow & { readonly fate: UserFate; readonly reason: string }

/** Whether saving a row adds a user. */
export function joins({ fate }: { readonly fate: UserFate }): boolean {
  return fate === 'add' || fate === 'restore'
}

/**
 * Asks the server for the result of saving each row, in batches. Faults within the file are found here, because each
 * row must be compared with all others. Seats are assigned in the order of the file.
 */
export async function checkUserRows(
  rows: readonly FileRow[],
  { onProgress, signal }: { onProgress: OnProgress; signal: AbortSignal },
): Promise<readonly CheckedRow[] | CallProblem> {
  const inFile = previewImport(rows, { members: [], former: [], otherEmails: [] }, rows.length)
  const candidates = rows.filter((_, index) => inFile[index] === 'add')
  const fates = new Map<FileRow, UserFate>()
  let seatsLeft = 0
  for (let from = 0; from < candidates.length; from += rowsAtOnce) {
    const asked = candidates.slice(from, from + rowsAtOnce)
    const users = asked.map(({ name, email }) => ({ name, email }))
    const reply = await call(teamCalls.previewUsers, { body: { users }, signal })
    if (reply instanceof CallProblem) return reply
    seatsLeft = reply.body.seatsLeft
    asked.forEach((row, index) => {
      fates.set(row, reply.body.rows[index]?.fate ?? 'invalid')
    })
    onProgress(Math.min(1, (from + rowsAtOnce) / candidates.length))
  }
  let seated = 0
  return rows.map((row, index) => {
    const said = fates.get(row) ?? inFile[index] ?? 'invalid'
    const fate = joins({ fate: said }) && seated >= seatsLeft ? 'no-seat' : said
    if (joins({ fate })) seated += 1
    return { ...row, fate, reason: reasonOf(row, fate, !fates.has(row)) }
  })
}

const rowsAtOnce = 100

function reasonOf({ name, email }: FileRow, fate: UserFate, inFile: boolean): string {
  if (fate === 'add') return m.import_fate_add()
  if (fate === 'restore') return m.import_fate_restore()
  if (fate === 'no-seat') return m.import_fate_no_seat()
  if (fate === 'duplicate') return inFile ? m.import_fate_above() : m.users_contact_taken({ email })
  const fault = checkNewUser({ name, email })
  if (fault === 'user-fields-missing') return m.field_user_fields_missing()
  return fault ? m.field_user_email_invalid() : m.import_fate_name()
}
