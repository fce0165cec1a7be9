import { LRUCache } from 'lru-cache'
import type { Video } from '#contract/library/library.ts'
import type { LibraryServices } from '#server/library/library.ts'
import type { VideoMedia } from '#server/library/listed-catalogue.ts'
import { sha256 } from '#server/runtime/derived-key.ts'
import { whenPlaybackEnds } from './end-playback.ts'
import { findGrant, type NewGrant, type StoredGrant } from './playback-grant.store.ts'
import type { Usage } from './stream.store.ts'
import { keepStream, openStream } from './streams.ts'
import { refuseWatching } from './watching-right.ts'

/** Life of a grant that is not extended (decisions/050-playback-grants.md). */
export const grantMs = 5 * 60_000
/** Rights are looked up again after this long: who loses them is refused within it. */
const trustedMs = 10_000
/** Grants that are remembered at once; of more, those used least recently are looked up again. */
const mostRemembered = 10_000
/** While bytes are read, this is noted no more often. A playing film reports its position in less time: then never. */
const usedEveryMs = 20_000

/** A browser's permission to fetch one video's bytes. */
export type PlaybackGrants = {
  /** What this process opened for the same player and video before, if it was a moment ago. */
  former(grant: Opening): FormerGrant | undefined
  /**
   * The same grant again, without a row written, where that of a user is still there and counts as a stream for a good
   * while (`stored`). Nobody's is not counted, and ends by its time alone.
   */
  again(
    former: FormerGrant | undefined,
    userId: string | undefined,
    stored: { readonly expiresAt: Date; readonly lastUsedAt: Date } | undefined,
  ): { token: string; expiresAt: Date } | undefined
  /** Opens a grant; its token is in the browser's hands alone. Undefined where its user has no stream left. */
  open(grant: Opening): Promise<{ token: string; expiresAt: Date } | undefined>
  /**
   * Lets a browser's living grants for a video live five more minutes, by `mark`. Undefined where there is none, or where
   * it has stopped counting as a stream and its user has none left.
   */
  extend(
    grant: Opening,
    mark: (using: Required<Usage>) => Promise<boolean>,
  ): Promise<{ expiresAt: Date } | undefined>
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
}

type FormerGrant = {
  readonly token: string
  readonly grantHash: Buffer
  readonly openedAt: Date
  readonly expiresAt: Date
}

type Opening = Pick<NewGrant, 'browserHash' | 'userId' | 'videoId' | 'player'>

/** `userId` is undefined for a signed-out viewer. */
export type Admission = {
  readonly video: Video
  readonly media: VideoMedia
  readonly userId: string | undefined
}

type Remembered = { readonly atMs: number; readonly found: Promise<StoredGrant | undefined> }

export function createPlaybackGrants(services: LibraryServices): PlaybackGrants {
  const { clock, library, random } = services
  const { grantOf, forget } = rememberGrants(services)
  const lately = new LRUCache<string, FormerGrant>({ max: mostRemembered })
  const mayRead = async (token: string, { userId, grantHash, lastUsedAt }: StoredGrant) => {
    if (userId === undefined) return true
    const usedMs = lastUsedAt?.getTime() ?? 0
    if (clock.real().getTime() - usedMs < usedEveryMs) return true
    forget(token)
    return keepStream(services, userId, { grantHash })
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
    async open(grant) {
      const token = random.token()
      const openedAt = clock.real()
      const expiresAt = new Date(openedAt.getTime() + grantMs)
      const grantHash = sha256(token)
      if (!(await openStream(services, { ...grant, grantHash, openedAt, expiresAt }))) return undefined
      // without a name it is not known whether the same player asks again, and each of a user's counts
      if (grant.player !== undefined || grant.userId === undefined)
        lately.set(nameOf(grant), { token, grantHash, openedAt, expiresAt })
      return { token, expiresAt }
    },
    async extend({ userId, ...used }, mark) {
      const until = new Date(clock.real().getTime() + grantMs)
      const keeping = { until, mark: (using: Usage) => mark({ ...using, until }) }
      return (await keepStream(services, userId, used, keeping)) ? { expiresAt: until } : undefined
    },
    async admit(token, browserHashes, { reading }) {
      if (!/^[\w-]{43}$/.test(token) || browserHashes.length === 0) return undefined
      const grant = await grantOf(token)
      if (!grant || !browserHashes.some((hash) => hash.equals(grant.browserHash))) return undefined
      const video = library.video(grant.videoId)
      const media = library.stored(grant.videoId)
      if (!video || !media || (reading && !(await mayRead(token, grant)))) return undefined
      return { video, media, userId: grant.userId }
    },
  }
}

function nameOf({ browserHash, userId, videoId, player }: Opening): string {
  return JSON.stringify([browserHash.toString('base64'), userId, videoId, player])
}

/** Answers the grant of a token. Several ranges of one film at the same time ask once. */
function rememberGrants(services: LibraryServices): {
  grantOf(token: string): Promise<StoredGrant | undefined>
  forget(token: string): void
} {
  const { clock, database } = services
  const remembered = new LRUCache<string, Remembered>({ max: mostRemembered })
  whenPlaybackEnds(database, () => remembered.clear())
  const grantOf = async (token: string) => {
    const nowMs = clock.real().getTime()
    const known = remembered.get(token)
    if (known && nowMs - known.atMs < trustedMs) {
      const grant = await known.found
      if (grant && grant.expiresAt.getTime() > nowMs) return grant
    }
    const found = lookUp(services, token)
    remembered.set(token, { atMs: nowMs, found })
    const forget = () => remembered.get(token)?.found === found && remembered.delete(token)
    // only what was granted is remembered
    found.then((grant) => grant ?? forget(), forget)
    return found
  }
  return { grantOf, forget: (token) => void remembered.delete(token) }
}

/** Undefined for a token that opens nothing (any more). */
async function lookUp(services: LibraryServices, token: string): Promise<StoredGrant | undefined> {
  const { clock, database, library } = services
  const grant = await findGrant(database.db, sha256(token), clock.real())
  const video = grant && library.video(grant.videoId)
  if (!video || grant.expiresAt <= clock.real()) return undefined
  return (await refuseWatching(services, grant.userId, video)) ? undefined : grant
}
