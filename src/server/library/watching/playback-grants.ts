import { LRUCache } from 'lru-cache'
import type { Video } from '#contract/library/library.ts'
import type { Viewing } from '#domain/catalogue/viewing.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import type { VideoMedia } from '#server/library/catalogue/listed-catalogue.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { createBriefMemory } from '#server/platform/services/brief-memory.ts'
import { findGrant, type NewGrant, type StoredGrant, storeGrant } from './playback-grant.store.ts'
import { markUsed, type Usage } from './stream.store.ts'
import { keepStream, type Opening, openStream, reviveStream, usage } from './streams.ts'
import { refuseWatching } from './watching-right.ts'

/** Life of a grant that is not extended (decisions/050-playback-grants.md). */
export const grantMs = 5 * 60_000
/**
 * Rights are looked up again after any change that is known of, and after this long: a subscription that ends by its date
 * changes nothing, and what another process changes may not be told (decisions/020-sessions-and-csrf.md).
 */
const trustedMs = 500
/** Grants that are remembered at once; of more, those used least recently are looked up again. */
const mostRemembered = 10_000
/** While bytes are read, this is noted no more often. A playing film reports its position in less time: then never. */
const usedEveryMs = 20_000

/** A browser's permission to fetch one video's bytes. */
export type PlaybackGrants = {
  /** What this process opened for the same player, video and film before, if it was a moment ago. */
  former(grant: Opened): FormerGrant | undefined
  /**
   * The same grant again, without a row written, where that of a user is still there and counts as a stream for a good
   * while (`stored`). Nobody's is not counted, and ends by its time alone.
   */
  again(
    former: FormerGrant | undefined,
    userId: string | undefined,
    stored: { readonly expiresAt: Date; readonly lastUsedAt: Date } | undefined,
  ): OpenGrant | undefined
  /** Opens a grant for a signed-out viewer; its token is in the browser's hands alone. */
  open(grant: Omit<Opened, 'userId'>): Promise<OpenGrant>
  /**
   * The same for a user; `grant` is undefined where they have no stream left. Where the right was guessed, undefined if it
   * is decided by other facts by now; else `viewing` is their record of the video as it is.
   * @param lifeMs of a grant that nothing will extend
   */
  openForUser(
    grant: Opened & { readonly userId: string },
    of: Opening,
    lifeMs?: number,
  ): Promise<{ grant: OpenGrant | undefined; viewing: Viewing | undefined } | undefined>
  /** How long the grants of whoever reports now live on, and which of them still count. */
  using(): Required<Usage>
  /** Lets a browser's living grants for a video live so long; false where there is none. */
  extend(grant: Omit<GrantNames, 'userId'>, using: Required<Usage>): Promise<boolean>
  /** The same for grants that have stopped counting as streams; false also where their user has none left. */
  revive(grant: GrantNames & { readonly userId: string }, using: Required<Usage>): Promise<boolean>
  /**
   * The video whose bytes a token opens for the browser with these hashes. Undefined for a token that is unknown or
   * expired, another browser's or of a session that has ended, and when the right to watch is lost. With `reading`,
   * bytes are read: then the grant goes on counting as a stream.
   */
  admit(
    token: string,
    browserHashes: readonly Buffer[],
    of: { reading: boolean },
  ): Promise<Admission | undefined>
  /**
   * The same for a reader, as far as it is remembered: nothing is asked of the database. Undefined also where `admit` has
   * to look first.
   */
  admitRemembered(token: string, browserHashes: readonly Buffer[]): Admission | undefined
}

export type OpenGrant = { readonly token: string; readonly expiresAt: Date }

type FormerGrant = OpenGrant & Pick<NewGrant, 'grantHash' | 'openedAt'>

type GrantNames = Pick<NewGrant, 'browserHash' | 'userId' | 'videoId' | 'player'>

type Opened = GrantNames & Pick<NewGrant, 'filmKey'>

/** `userId` is undefined for a signed-out viewer. The film is the one that the grant was opened with. */
export type Admission = {
  readonly video: Video
  readonly media: VideoMedia
  readonly userId: string | undefined
}

type Remembered = {
  readonly found: Promise<StoredGrant | undefined>
  /** What was found, once it is known. */
  grant?: StoredGrant | undefined
}

export function createPlaybackGrants(services: LibraryServices): PlaybackGrants {
  const { clock, library, random } = services
  const { grantOf, remembered, forget } = rememberGrants(services)
  const lately = new LRUCache<string, FormerGrant>({ max: mostRemembered })
  const countsStill = ({ userId, lastUsedAt }: StoredGrant) =>
    userId === undefined || clock.real().getTime() - (lastUsedAt?.getTime() ?? 0) < usedEveryMs
  const mayRead = async (token: string, grant: StoredGrant) => {
    const { userId, grantHash } = grant
    if (userId === undefined || countsStill(grant)) return true
    forget(token)
    return keepStream(services, userId, { grantHash })
  }
  const admissionBy = (grant: StoredGrant, browserHashes: readonly Buffer[]): Admission | undefined => {
    if (!browserHashes.some((hash) => hash.equals(grant.browserHash))) return undefined
    const video = library.video(grant.videoId)
    const media = library.stored(grant.videoId)
    const { filmKey = media?.filmKey, userId } = grant
    return video && media && filmKey !== undefined
      ? { video, media: { ...media, filmKey }, userId }
      : undefined
  }
  const newGrant = (names: Opened, lifeMs = grantMs) => {
    const token = random.token()
    const openedAt = clock.real()
    const expiresAt = new Date(openedAt.getTime() + lifeMs)
    return { ...names, token, grantHash: sha256(token), openedAt, expiresAt }
  }
  const opened = (grant: ReturnType<typeof newGrant>): OpenGrant => {
    // without a name it is not known whether the same player asks again, and each of a user's counts
    if (grant.player !== undefined || grant.userId === undefined) lately.set(nameOf(grant), grant)
    return { token: grant.token, expiresAt: grant.expiresAt }
  }
  return {
    former: (grant) => lately.get(nameOf(grant)),
    again(former, userId, stored) {
      if (!former) return undefined
      const nowMs = clock.real().getTime()
      const usedMs = userId === undefined ? former.openedAt.getTime() : (stored?.lastUsedAt.getTime() ?? 0)
      const { expiresAt } = stored ?? former
      const isGood = nowMs - usedMs < usedEveryMs && expiresAt.getTime() > nowMs
      return isGood ? { token: former.token, expiresAt } : undefined
    },
    async open(names) {
      const grant = newGrant({ ...names, userId: undefined })
      await storeGrant(services.database.db, grant)
      return opened(grant)
    },
    async openForUser(names, of, lifeMs) {
      const grant = newGrant(names, lifeMs)
      const stored = await openStream(services, { ...grant, userId: names.userId }, of)
      return stored && { grant: stored.isOpen ? opened(grant) : undefined, viewing: stored.viewing }
    },
    using: () => ({ ...usage(services), until: new Date(clock.real().getTime() + grantMs) }),
    extend: (used, using) => markUsed(services.database.db, used, using),
    revive: ({ userId, ...used }, using) => reviveStream(services, userId, used, using),
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

function nameOf({ browserHash, userId, videoId, filmKey, player }: Opened): string {
  return JSON.stringify([browserHash.toString('base64'), userId, videoId, filmKey, player])
}

/**
 * Answers the grant of a token. Several ranges of one film at the same time ask once. Nothing is remembered beyond a change of
 * what is stored, by this process or another one, so nobody who ends a session, user or subscription has to think of films.
 */
function rememberGrants(services: LibraryServices): {
  grantOf(token: string): Promise<StoredGrant | undefined>
  /** Without a look-up; undefined for one that is not remembered (any more). */
  remembered(token: string): StoredGrant | undefined
  forget(token: string): void
} {
  const { clock } = services
  const all = createBriefMemory<Remembered>(services, mostRemembered)
  const lives = (grant: StoredGrant | undefined) =>
    grant && grant.expiresAt.getTime() > clock.real().getTime() ? grant : undefined
  const forget = (token: string, entry = all.get(token)) => void (entry && all.forget(token, entry))
  const grantOf = async (token: string) => {
    const grant = lives(await all.get(token)?.found)
    if (grant) return grant
    const moment = all.moment()
    const entry: Remembered = { found: lookUp(services, token) }
    all.keep(token, entry, moment, moment.realMs + trustedMs)
    // only what was granted is remembered
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

/** Undefined for a token that opens nothing (any more). */
async function lookUp(services: LibraryServices, token: string): Promise<StoredGrant | undefined> {
  const { clock, database, library } = services
  const grant = await findGrant(database, sha256(token), clock.real())
  const video = grant && library.video(grant.videoId)
  if (!video || grant.expiresAt <= clock.real()) return undefined
  return (await refuseWatching(services, grant.viewerId, video)) ? undefined : grant
}
