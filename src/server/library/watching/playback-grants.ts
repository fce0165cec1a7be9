import { LRUCache } from 'lru-cache'
import type { Library, LibraryServices } from '#server/library/catalogue/library.ts'
import type { VideoMedia } from '#server/library/catalogue/listed-catalogue.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { createBriefMemory } from '#server/platform/services/brief-memory.ts'
import { findGrant, type NewGrant, type StoredGrant, storeGrant } from './playback-grant.store.ts'
import { findPreviewed } from './preview-link.store.ts'
import { type Marked, markUsed, type StreamsOf, type StreamWindow } from './stream.store.ts'
import { keepStream, openPreviewStream, openStream, reviveStream, streamWindow } from './streams.ts'
import { refuseWatching } from './watching-right.ts'

/** Lifetime of a grant that is not extended (decisions/050-playback-grants.md). */
export const grantMs = 5 * 60_000
/** Lifetime of a grant of a preview, which no position extends; it ends with the link (decisions/114-preview-links.md). */
const previewGrantMs = 4 * 3_600_000
/**
 * Rights are cached until the next known change, and this long at most: a subscription that expires changes no row, and
 * notifications of other processes may be lost (decisions/020-sessions-and-csrf.md).
 */
const trustedMs = 500
/** Maximum number of cached grants (LRU). */
const maxCached = 10_000
/**
 * Least time between two notes of use while bytes are read. A playing video reports its position more often, so that
 * they are rarely needed.
 */
const usedEveryMs = 20_000

/** Permissions of browsers to fetch a video's bytes. */
export type PlaybackGrants = {
  /** Returns the grant that this process last opened for the same player, video and file. */
  former(grant: Opened): FormerGrant | undefined
  /**
   * Returns the former grant without writing a row, if it is still recent: a user's as it is stored (`stored`), which
   * then counts as a stream for long enough; a signed-out viewer's by its time alone.
   */
  again(
    former: FormerGrant | undefined,
    userId: string | undefined,
    stored: StoredUse | undefined,
  ): OpenGrant | undefined
  /** Opens a grant for a signed-out viewer; only the browser gets its token. */
  open(grant: Omit<Opened, 'userId'>): Promise<OpenGrant>
  /**
   * The same for a user; undefined when all their streams are in use.
   * @param lifeMs of a grant that is never extended
   */
  openForUser(grant: Opened & { readonly userId: string }, lifeMs?: number): Promise<OpenGrant | undefined>
  /** The same for a preview; undefined when all streams of its link are in use. */
  openForPreview(
    grant: Omit<Opened, 'userId'> & { readonly previewHash: Buffer },
  ): Promise<OpenGrant | undefined>
  /** Returns the new expiry of grants that report now, and the start of the window in which grants count as streams. */
  window(): Required<StreamWindow>
  /** Extends a browser's live grants for a video, if there are any. */
  extend(grant: Omit<GrantNames, 'userId'>, window: Required<StreamWindow>): Promise<Marked>
  /** The same for grants that no longer count as streams; false also when all the user's streams are in use. */
  revive(grant: GrantNames & { readonly userId: string }, window: Required<StreamWindow>): Promise<boolean>
  /**
   * Returns the video that a token opens for the browser with these hashes. Undefined for an unknown or expired token,
   * one of another browser or an ended session, and when the right to watch is lost. With `reading`, the grant keeps
   * counting as a stream.
   */
  admit(
    token: string,
    browserHashes: readonly Buffer[],
    of: { reading: boolean },
  ): Promise<Admission | undefined>
  /** The same for a reader, from cache only, without a query. Undefined also where `admit` would need one. */
  admitRemembered(token: string, browserHashes: readonly Buffer[]): Admission | undefined
}

type StoredUse = { readonly expiresAt: Date; readonly lastUsedAt: Date }

export type OpenGrant = { readonly token: string; readonly expiresAt: Date }

type FormerGrant = OpenGrant & Pick<NewGrant, 'grantHash' | 'openedAt'>

type GrantNames = Pick<NewGrant, 'browserHash' | 'userId' | 'videoId' | 'player'>

type Opened = GrantNames & Pick<NewGrant, 'filmKey' | 'smallFilmKey'>

/** `userId` is undefined for a signed-out viewer. The files are those at the time of opening. */
export type Admission = Admitted & { readonly userId: string | undefined }

type Admitted = { readonly video: { readonly durationSeconds: number }; readonly media: VideoMedia }

/** A grant with the video that it opens. */
type LivingGrant = StoredGrant & {
  /** Of a preview: the library does not list it. */
  readonly previewed?: Admitted
}

type Remembered = {
  readonly found: Promise<LivingGrant | undefined>
  /** The result, once `found` is resolved. */
  grant?: LivingGrant | undefined
}

export function createPlaybackGrants(services: LibraryServices): PlaybackGrants {
  const { clock, library, random } = services
  const { grantOf, remembered, forget } = rememberGrants(services)
  const lately = new LRUCache<string, FormerGrant>({ max: maxCached })
  const countsStill = (grant: StoredGrant) =>
    !streamsOf(grant) || clock.real().getTime() - (grant.lastUsedAt?.getTime() ?? 0) < usedEveryMs
  const mayRead = async (token: string, grant: StoredGrant) => {
    const of = streamsOf(grant)
    if (!of || countsStill(grant)) return true
    forget(token)
    return keepStream(services, of, { grantHash: grant.grantHash })
  }
  const admissionBy = (grant: LivingGrant, browserHashes: readonly Buffer[]) =>
    browserHashes.some((hash) => hash.equals(grant.browserHash)) ? admissionOf(library, grant) : undefined
  const newGrant = <Names extends Opened>(names: Names, lifeMs = grantMs) => {
    const token = random.token()
    const openedAt = clock.real()
    const expiresAt = new Date(openedAt.getTime() + lifeMs)
    return { ...names, token, grantHash: sha256(token), openedAt, expiresAt }
  }
  const opened = (grant: ReturnType<typeof newGrant>): OpenGrant => {
    // without a player's name a repetition cannot be recognised, and each of a user's grants counts
    if (grant.player !== undefined || grant.userId === undefined) lately.set(nameOf(grant), grant)
    return { token: grant.token, expiresAt: grant.expiresAt }
  }
  return {
    former: (grant) => lately.get(nameOf(grant)),
    again: (former, userId, stored) => former && stillRecent(clock.real(), former, userId, stored),
    async open(names) {
      const grant = newGrant({ ...names, userId: undefined })
      await storeGrant(services.database.db, grant)
      return opened(grant)
    },
    async openForUser(names, lifeMs) {
      const grant = newGrant(names, lifeMs)
      return (await openStream(services, { ...grant, userId: names.userId })) ? opened(grant) : undefined
    },
    async openForPreview(names) {
      const grant = newGrant({ ...names, userId: undefined }, previewGrantMs)
      const { token, expiresAt } = grant
      return (await openPreviewStream(services, grant)) ? { token, expiresAt } : undefined
    },
    window: () => ({ ...streamWindow(services), until: new Date(clock.real().getTime() + grantMs) }),
    extend: (used, window) => markUsed(services.database.db, used, window),
    revive: ({ userId, ...used }, window) => reviveStream(services, { userId }, used, window),
    async admit(token, browserHashes, { reading }) {
      if (!/^[\w-]{43}$/.test(token) || browserHashes.length === 0) return undefined
      const grant = await grantOf(token)
      const admission = grant && admissionBy(grant, browserHashes)
      if (!admission || (reading && !(await mayRead(token, grant)))) return undefined
      return admission
    },
    admitRemembered(token, browserHashes) {
      const grant = remembered(token)
      return grant && countsStill(grant) ? admissionBy(grant, browserHashes) : undefined
    },
  }
}

function stillRecent(
  now: Date,
  former: FormerGrant,
  userId: string | undefined,
  stored: StoredUse | undefined,
): OpenGrant | undefined {
  const nowMs = now.getTime()
  const usedMs = userId === undefined ? former.openedAt.getTime() : (stored?.lastUsedAt.getTime() ?? 0)
  const { expiresAt } = stored ?? former
  const isGood = nowMs - usedMs < usedEveryMs && expiresAt.getTime() > nowMs
  return isGood ? { token: former.token, expiresAt } : undefined
}

/** Returns the video of a grant with its files at the time of opening; undefined once it is listed no more. */
function admissionOf(library: Library, grant: LivingGrant): Admission | undefined {
  const { videoId, filmKey, smallFilmKey, userId } = grant
  const video = library.video(videoId)
  const stored = library.stored(videoId)
  const admitted = grant.previewed ?? (video && stored && { video, media: stored })
  if (!admitted) return undefined
  const { media } = admitted
  return { ...admitted, media: filmKey === undefined ? media : { ...media, filmKey, smallFilmKey }, userId }
}

/** Undefined for a signed-out viewer of a free video, whose streams nobody counts. */
function streamsOf({ userId, previewHash }: StoredGrant): StreamsOf | undefined {
  if (userId !== undefined) return { userId }
  return previewHash && { previewHash }
}

function nameOf({ browserHash, userId, videoId, filmKey, smallFilmKey, player }: Opened): string {
  return JSON.stringify([browserHash.toString('base64'), userId, videoId, filmKey, smallFilmKey, player])
}

/**
 * Caches the grants of tokens. Parallel ranges of one video share one query. Every known change, by this process or
 * another one, invalidates the cache, so code that ends a session, user or subscription need not know of it.
 */
function rememberGrants(services: LibraryServices): {
  grantOf(token: string): Promise<LivingGrant | undefined>
  /** From cache only; undefined if not cached. */
  remembered(token: string): LivingGrant | undefined
  forget(token: string): void
} {
  const { clock } = services
  const all = createBriefMemory<Remembered>(services, maxCached)
  const lives = (grant: LivingGrant | undefined) =>
    grant && grant.expiresAt.getTime() > clock.real().getTime() ? grant : undefined
  const forget = (token: string, entry = all.get(token)) => void (entry && all.forget(token, entry))
  const grantOf = async (token: string) => {
    const grant = lives(await all.get(token)?.found)
    if (grant) return grant
    const moment = all.moment()
    const entry: Remembered = { found: lookUp(services, token) }
    all.keep(token, entry, moment, moment.realMs + trustedMs)
    // only existing grants are cached
    entry.found.then(
      (found) => {
        entry.grant = found
        if (!found) forget(token, entry)
      },
      () => forget(token, entry),
    )
    return entry.found
  }
  return { grantOf, remembered: (token) => lives(all.get(token)?.grant), forget }
}

/** Undefined for a token without a live grant. */
async function lookUp(services: LibraryServices, token: string): Promise<LivingGrant | undefined> {
  const { clock, database, library } = services
  const grant = await findGrant(database, sha256(token), clock.real())
  if (!grant || grant.expiresAt <= clock.real()) return undefined
  if (grant.previewHash) {
    const previewed = await readPreviewed(services, grant.previewHash)
    return previewed && { ...grant, previewed }
  }
  const video = library.video(grant.videoId)
  return !video || (await refuseWatching(services, grant.viewerId, video)) ? undefined : grant
}

/** Undefined for a link that has ended, and where there is no film. */
async function readPreviewed(
  { clock, database }: Pick<LibraryServices, 'clock' | 'database'>,
  previewHash: Buffer,
): Promise<Admitted | undefined> {
  const video = await findPreviewed(database.db, previewHash, { now: clock.now(), realNow: clock.real() })
  if (!video || video.film_key === null) return undefined
  const { film_key: filmKey, poster_key, tracks, chapters, duration_seconds } = video
  const media: VideoMedia = {
    filmKey,
    smallFilmKey: undefined,
    sizes: [],
    posterKey: poster_key ?? undefined,
    tracks,
    chapters,
    storyboard: undefined,
    beginnings: [],
  }
  return { video: { durationSeconds: duration_seconds ?? 0 }, media }
}
