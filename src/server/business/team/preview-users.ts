import { mostRows, previewImport, seatsLeftFor } from '#domain/team/import-preview.ts'
import { seatsFor } from '#domain/team/seats.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { seatedSubscription } from './seated-subscription.ts'
import { lockTeam } from './team.store.ts'

/**
 * Returns what saving a list of people as new users would do, row by row, by the rules of saving; changes nothing.
 * Whether an address has an account elsewhere has no effect and is not disclosed.
 */
export const previewUsers: UseCase<'previewUsers', 'config' | 'database' | 'clock'> = async (
  services,
  { body, viewer },
) => {
  const { database, clock } = services
  const now = clock.now()
  const team = await inTransaction(database.db, (trx) => lockTeam(trx, viewer.accountId, now))
  const seated = seatedSubscription(services, team.subscription)
  const seatsLeft = seatsLeftFor(team.members.length, mostRows, (count) => seatsFor(seated, count))
  const fates = previewImport(body.users, team, seatsLeft)
  const rows = body.users.map(({ name, email }, index) => ({
    name,
    email,
    fate: fates[index] ?? ('invalid' as const),
  }))
  return { status: 200, body: { rows, seatsLeft } }
}
