import type * as z from 'zod/mini'
import type { Usage, UsageReport } from '#contract/team/team.ts'
import { seatsOf } from '#domain/team/permission.ts'
import { asCsv } from '#server/platform/runtime/csv.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readUsage } from './usage.store.ts'

/** Returns seats in use, and for each user the time last seen and the watched time. */
export async function reportUsage(
  { database }: Pick<Services, 'database'>,
  accountId: string,
): Promise<z.output<typeof UsageReport>> {
  const rows = await readUsage(database, accountId)
  const total = rows[0]?.licenseCount ?? 0
  const seats = seatsOf(
    rows.map(({ id }) => ({ id, removed: false })),
    total,
  )
  return {
    seats: { used: rows.length, total },
    users: rows.map(
      ({ id, name, email, confirmed, lastSeenAt, videosOpened, watchedSeconds, estimated }) => ({
        id,
        name,
        email,
        confirmed,
        seat: seats.has(id),
        lastSeenAt: lastSeenAt?.toISOString() ?? null,
        videosOpened,
        watchedSeconds,
        estimated,
      }),
    ),
  }
}

/** Returns the usage of a team as CSV for spreadsheets. */
export function usageCsv(users: readonly Usage[]): string {
  const rows = users.map((user) => ({
    Name: user.name,
    Email: user.email,
    Confirmed: user.confirmed ? 'yes' : 'no',
    Seat: user.seat ? 'yes' : 'no',
    'Last seen': user.lastSeenAt,
    'Videos opened': user.videosOpened,
    'Watched seconds': user.watchedSeconds,
    'Partly estimated': user.estimated ? 'yes' : 'no',
  }))
  return asCsv(columns, rows)
}

const columns = [
  'Name',
  'Email',
  'Confirmed',
  'Seat',
  'Last seen',
  'Videos opened',
  'Watched seconds',
  'Partly estimated',
]
