import Papa from 'papaparse'
import type { Usage } from '#contract/team/team.ts'

/**
 * The usage of a team as a table for spreadsheet programs: UTF-8 with a mark that tells them so, lines end as RFC 4180
 * says, and a name that begins like a formula stays a name (an apostrophe is put before it).
 */
export function usageCsv(users: readonly Usage[]): string {
  const rows = users.map((user) => ({
    Name: user.name,
    Email: user.email,
    Confirmed: user.confirmed ? 'yes' : 'no',
    Seat: user.seat ? 'yes' : 'no',
    'Last seen': user.lastSeenAt ?? '',
    'Videos watched': user.videosWatched,
    'Watched seconds': user.watchedSeconds,
  }))
  return `\uFEFF${Papa.unparse(rows, { escapeFormulae: /^[=+\-@\t\r＝＋－＠]/, newline: '\r\n' })}\r\n`
}
