import {
  answeredMails,
  countToMany,
  noteAnnounced,
  noteMailed,
  settlePriceMove,
  stoppedMoves,
  unannounced,
} from '#server/books/billing/price-move.store.ts'
import { oneByOne, type StepOutcome, together } from '#server/platform/jobs/upkeep-step.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { storeEvent, withSubscription } from './apply-billing-event.ts'

/** Announcements, answers and stops of one round: others follow in the next. */
const atOnce = 500

/**
 * Takes moves of customers to new prices further: drops those that were stopped, notes which announcements the mail
 * server has taken, and writes the next ones, a sixtieth of MAIL_PER_HOUR each minute.
 */
export async function announcePrices(services: Services): Promise<StepOutcome> {
  const { database, clock, config, log, stopping } = services
  const each = <Row extends { account_id: string }>(
    rows: readonly Row[],
    work: (row: Row) => Promise<unknown>,
  ) =>
    oneByOne(
      rows,
      work,
      (error, { account_id: accountId }) =>
        log.error({ err: error, accountId }, 'a new price could not be taken further; it is tried again'),
      stopping,
    )
  const stopped = await each(await stoppedMoves(database.db, atOnce), (row) => drop(services, row, 'stopped'))
  const answered = await each(await answeredMails(database.db, atOnce), (row) =>
    row.failed_at ? drop(services, row, 'unreached') : noteTaken(services, row),
  )
  const perHour = config.broadcastMailsPerHour
  const written = await countToMany(database.db, new Date(clock.now().getTime() - 3_600_000))
  const limit = Math.max(0, Math.min(Math.ceil(perHour / 60), perHour - written))
  const announced = await each(limit === 0 ? [] : await unannounced(database.db, limit), (row) =>
    announce(services, row),
  )
  return together(together(stopped, answered), announced)
}

type Row = Awaited<ReturnType<typeof unannounced>>[number]

/** Announces to one customer, unless they are no longer concerned. */
async function announce(services: Services, { account_id: accountId, ...row }: Row): Promise<void> {
  const { id, plan, starts_at: from, otherwise } = row
  const one = { moveId: id, accountId }
  await withSubscription(services, accountId, async (trx, subscription) => {
    const at = services.clock.now()
    const { confirmed, email, deletionAt, users } = subscription.account
    const leaves = !confirmed || email === '' || deletionAt !== null
    const stored = leaves
      ? undefined
      : await storeEvent(trx, services, subscription, {
          type: 'announce-price',
          move: { id, plan, from, otherwise },
          users,
        })
    if (!stored || stored instanceof Problem || stored.decision.next.move?.id !== id) {
      await settlePriceMove(trx, one, 'left-out', at)
      return undefined
    }
    const [kind] = stored.decision.mails
    await noteAnnounced(trx, one, { at, mailKey: `${kind} ${accountId} v${stored.decision.next.version}` })
    return stored
  })
}

/** From now on the notice counts. */
async function noteTaken(services: Services, row: { account_id: string; move_id: string }): Promise<void> {
  const { account_id: accountId, move_id: moveId } = row
  await withSubscription(services, accountId, async (trx, subscription) => {
    const at = services.clock.now()
    await noteMailed(trx, { moveId, accountId }, at)
    return storeEvent(trx, services, subscription, { type: 'price-mailed', id: moveId, at })
  })
}

/** The old price continues. A customer who has read of the new one is told. */
async function drop(
  services: Services,
  row: { account_id: string; move_id: string },
  outcome: 'stopped' | 'unreached',
): Promise<void> {
  const { account_id: accountId, move_id: id } = row
  await withSubscription(services, accountId, async (trx, subscription) => {
    const tells = outcome === 'stopped'
    const stored = await storeEvent(trx, services, subscription, { type: 'drop-price', id, tells })
    await settlePriceMove(trx, { moveId: id, accountId }, outcome, services.clock.now())
    return stored
  })
}
