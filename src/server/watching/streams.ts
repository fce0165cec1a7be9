import type { calls } from '#contract/calls.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import type { Services } from '#server/services/services.ts'
import { type NewGrant, storeGrant } from './playback-grant.store.ts'
import {
  countStreams,
  markUsed,
  removeOldestStream,
  reviveGrant,
  storeStream,
  type Usage,
  type Used,
} from './stream.store.ts'
import { lockHistory } from './watching.store.ts'

type StreamServices = Pick<Services, 'clock' | 'config' | 'database'>

/** A stream counts until so long after its last bytes or position. */
const countedMs = 60_000

/**
 * Stores a grant, which counts as a stream from now on. False where its user has as many streams as `STREAMS_PER_USER`
 * allows. What the same player had open ends: one player is one stream.
 */
export async function openStream(services: StreamServices, grant: NewGrant): Promise<boolean> {
  const { config, database } = services
  const { userId } = grant
  if (userId !== undefined)
    return storeStream(database, { ...grant, userId }, { ...usage(services), most: config.streamsPerUser })
  await storeGrant(database.db, grant)
  return true
}

/**
 * Notes that grants are used and, where `until` is given, lets them live until then. One that has stopped counting as a
 * stream counts again if its user has one to spare. False where there is no such grant, or no stream to spare. `mark`
 * is for callers that write something else in the same statement.
 */
export async function keepStream(
  services: StreamServices,
  userId: string | undefined,
  used: Used,
  { until, mark }: { until?: Date; mark?: ((using: Usage) => Promise<boolean>) | undefined } = {},
): Promise<boolean> {
  const { config, database } = services
  const using = { ...usage(services), ...(until && { until }) }
  if (await (mark ? mark(using) : markUsed(database.db, used, using))) return true
  if (userId === undefined) return false
  return inTransaction(database.db, async (trx) => {
    await lockHistory(trx, userId)
    const streams = await countStreams(trx, userId, using)
    return streams < config.streamsPerUser && (await reviveGrant(trx, used, using))
  })
}

/** `DELETE /api/video/streams/oldest`: makes room for another. Who watches there loses the film within ten seconds. */
export async function stopOldestStream(
  { viewer: { userId } }: CallContext<typeof calls.stopOldestStream>,
  services: StreamServices,
): Promise<CallAnswer<typeof calls.stopOldestStream>> {
  const using = usage(services)
  const streams = await inTransaction(services.database.db, async (trx) => {
    await lockHistory(trx, userId)
    await removeOldestStream(trx, userId, using)
    return countStreams(trx, userId, using)
  })
  return { status: 200, body: { streams } }
}

function usage({ clock }: Pick<StreamServices, 'clock'>): Usage {
  const now = clock.real()
  return { now, since: new Date(now.getTime() - countedMs) }
}
