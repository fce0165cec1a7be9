import type { calls } from '#contract/calls.ts'
import type { Viewing } from '#domain/catalogue/viewing.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import type { Services } from '#server/platform/services/services.ts'
import type { NewGrant } from './playback-grant.store.ts'
import {
  countStreams,
  markUsed,
  removeOldestStream,
  reviveGrant,
  storeGuessedStream,
  storeStream,
  type Usage,
  type Used,
} from './stream.store.ts'
import { lockHistory } from './watching.store.ts'

type StreamServices = Pick<Services, 'clock' | 'config' | 'database'>

/** A stream counts until so long after its last bytes or position. */
const countedMs = 60_000

/**
 * Stores a grant of a user, which counts as a stream from now on; `isOpen` is false where they have as many streams as
 * `STREAMS_PER_USER` allows. What the same player had open ends: one player is one stream. Where their right to watch was
 * `guessed`, undefined if it is decided by other facts by now; else `viewing` is their record of the video as it is.
 */
export async function openStream(
  services: StreamServices,
  grant: NewGrant & { readonly userId: string },
  { viewing, guessed }: Opening,
): Promise<{ isOpen: boolean; viewing: Viewing | undefined } | undefined> {
  const { database, config } = services
  const limit = { ...usage(services), most: config.streamsPerUser }
  if (guessed) return storeGuessedStream(database, grant, limit, guessed)
  return { isOpen: await storeStream(database, grant, limit), viewing }
}

/** What was read of the record just now, or by which facts it was decided. */
export type Opening = {
  readonly viewing: Viewing | undefined
  readonly guessed: { readonly facts: string } | undefined
}

/**
 * Notes that a user's grant is used. One that has stopped counting as a stream counts again if they have one to spare.
 * False where there is no such grant, or no stream to spare.
 */
export async function keepStream(services: StreamServices, userId: string, used: Used): Promise<boolean> {
  const using = usage(services)
  return (await markUsed(services.database.db, used, using)) || reviveStream(services, userId, used, using)
}

/** Lets what has stopped counting as a stream count again, if its user has one to spare. */
export function reviveStream(
  { config, database }: StreamServices,
  userId: string,
  used: Used,
  using: Usage,
): Promise<boolean> {
  return inTransaction(database.db, async (trx) => {
    await lockHistory(trx, userId)
    const streams = await countStreams(trx, userId, using)
    return streams < config.streamsPerUser && (await reviveGrant(trx, used, using))
  })
}

/** `DELETE /api/video/streams/oldest`: makes room for another. Who watches there loses the film within a second. */
export async function stopOldestStream(
  { viewer }: CallContext<typeof calls.stopOldestStream>,
  services: StreamServices,
): Promise<CallAnswer<typeof calls.stopOldestStream>> {
  const userId = streamOwner(viewer)
  const using = usage(services)
  const streams = await inTransaction(services.database.db, async (trx) => {
    await lockHistory(trx, userId)
    await removeOldestStream(trx, userId, using)
    return countStreams(trx, userId, using)
  })
  return { status: 200, body: { streams } }
}

/** Returns the user whose streams a viewer opens: an admin who is switched into an account takes none of its own. */
export function streamOwner({ switchedBy, userId }: Pick<Viewer, 'switchedBy' | 'userId'>): string {
  return switchedBy ?? userId
}

/** The window now: used within the last minute counts. */
export function usage({ clock }: Pick<StreamServices, 'clock'>): Usage {
  const now = clock.real()
  return { now, since: new Date(now.getTime() - countedMs) }
}
