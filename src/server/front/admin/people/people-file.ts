import type { calls } from '#contract/calls.ts'
import { dayIn } from '#domain/zone-days.ts'
import { sendCsv } from '#server/front/admin/send-file.ts'
import type { CallContext, UseCase } from '#server/platform/http/route.ts'
import { csvPieces } from '#server/platform/runtime/csv.ts'
import type { Services } from '#server/platform/services/services.ts'
import { peopleAfter, readPeople } from './people.store.ts'
import { lookOf, searched } from './show-people.ts'

/** Accounts that are in memory at a time. */
const partSize = 500

const columns = [
  'Name',
  'E-mail',
  'Confirmed',
  'Contract',
  'Status',
  'Payment',
  'Users',
  'Seats',
  'Since',
  'Until',
  'Revenue net (EUR)',
  'Last seen',
  'Language',
]

/** `GET /api/admin/people.csv`: all accounts that the filter leaves, newest first, part by part: any number in little memory. */
export const sendPeople: UseCase<'peopleCsv', 'clock' | 'config' | 'database'> = async (
  services,
  { query, reply },
) => {
  const day = dayIn(services.clock.now(), services.config.seller.zone)
  return sendCsv(reply, `people-${day}.csv`, csvPieces(columns, parts(services, query)))
}

async function* parts(
  services: Pick<Services, 'clock' | 'config' | 'database'>,
  { search, ...filter }: CallContext<typeof calls.peopleCsv>['query'],
) {
  const { db } = services.database
  const look = lookOf(services)
  const found = await searched(services, search)
  const conditions = { ...filter, among: found && [...found.by.keys()] }
  let last: { createdAt: Date; id: string } | undefined
  do {
    const some = await peopleAfter(db, conditions, look, { after: last, limit: partSize })
    const people = await readPeople(
      db,
      some.map(({ id }) => id),
      look,
    )
    yield people.map(cellsOf)
    last = some.length < partSize ? undefined : some.at(-1)
  } while (last)
}

function cellsOf(row: Awaited<ReturnType<typeof readPeople>>[number]) {
  return {
    Name: row.name,
    'E-mail': row.email,
    Confirmed: row.confirmed,
    Contract: row.contractNumber,
    Status: row.status,
    Payment: row.trouble ? 'trouble' : 'ok',
    Users: row.users,
    Seats: row.seats,
    Since: row.since,
    Until: row.until,
    'Paused from': row.pausedFrom,
    'Revenue net (EUR)': row.revenueCents / 100,
    'Last seen': row.lastSeenAt,
    Language: row.language,
  }
}
