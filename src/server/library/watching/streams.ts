import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type NewGrant, removePreviewsOf, storeGrant } from './playback-grant.store.ts'
import { lockPreviewLink } from './preview-link.store.ts'
import {
  countStreams,
  type GrantsInUse,
  markUsed,
  removeOldestStream,
  reviveGrant,
  type StreamsOf,
  type StreamWindow,
  storeStream,
} from './stream.store.ts'
import { lockHistory } from './watching.store.ts'

type StreamServices = Pick<Services, 'clock' | 'config' | 'database'>

/** Milliseconds after the last bytes or position for which a stream counts. */
const countedMs = 60_000
/** A preview is for a few reviewers: streams of one link at the same time, each of another browser. */
const streamsPerPreview = 3

/**
 * Stores a grant of a user, which counts as a stream; false, without storing it, when `STREAMS_PER_USER` are in use. The
 * same player's former grants end: one player is one stream.
 */
export function openStream(
  services: StreamServices,
  grant: NewGrant & { readonly userId: string },
): Promise<boolean> {
  const { database, config } = services
  return storeStream(database, grant, { ...streamWindow(services), most: config.streamsPerUser })
}

/**
 * Stores a grant of a preview, in place of those of the same browser; false, without storing it, when all streams of the
 * link are in use, or the link has ended. They count as streams of nobody else.
 */
export function openPreviewStream(
  services: StreamServices,
  grant: NewGrant & { readonly previewHash: Buffer },
): Promise<boolean> {
  return inTransaction(services.database.db, async (trx) => {
    const { previewHash } = grant
    if (!(await lockPreviewLink(trx, previewHash))) return false
    await removePreviewsOf(trx, grant)
    if ((await countStreams(trx, { previewHash }, streamWindow(services))) >= streamsPerPreview) return false
    await storeGrant(trx, grant)
    return true
  })
}

/**
 * Marks a user's grant, or that of a preview, as used. One that no longer counts as a stream counts again if a stream is free. False without
 * such a grant or a free stream.
 */
export async function keepStream(
  services: StreamServices,
  of: StreamsOf,
  used: GrantsInUse,
): Promise<boolean> {
  const window = streamWindow(services)
  return (
    (await markUsed(services.database.db, used, window)).isUsed || reviveStream(services, of, used, window)
  )
}

/** Makes a grant count as a stream again, if its user or its preview's link has a free stream. */
export function reviveStream(
  { config, database }: StreamServices,
  of: StreamsOf,
  used: GrantsInUse,
  window: StreamWindow,
): Promise<boolean> {
  return inTransaction(database.db, async (trx) => {
    if (of.previewHash) await lockPreviewLink(trx, of.previewHash)
    else await lockHistory(trx, of.userId)
    const most = of.previewHash ? streamsPerPreview : config.streamsPerUser
    return (await countStreams(trx, of, window)) < most && (await reviveGrant(trx, used, window))
  })
}

/** `DELETE /api/video/streams/oldest`: frees a stream. Its player loses the video within a second. */
export const stopOldestStream: UseCase<'stopOldestStream', StreamServices> = async (services, { viewer }) => {
  const userId = streamOwner(viewer)
  const window = streamWindow(services)
  const streams = await inTransaction(services.database.db, async (trx) => {
    await lockHistory(trx, userId)
    await removeOldestStream(trx, userId, window)
    return countStreams(trx, { userId }, window)
  })
  return { status: 200, body: { streams } }
}

/** Returns the owner of a viewer's streams: a switched admin uses none of the account's. */
export function streamOwner({ switchedBy, userId }: Pick<Viewer, 'switchedBy' | 'userId'>): string {
  return switchedBy ?? userId
}

/** The window now: used within the last minute counts. */
export function streamWindow({ clock }: Pick<StreamServices, 'clock'>): StreamWindow {
  const now = clock.real()
  return { now, since: new Date(now.getTime() - countedMs) }
}
