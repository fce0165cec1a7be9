import { LRUCache } from 'lru-cache'
import type { Video } from '#contract/library/library.ts'
import type { LibraryServices } from '#server/library/library.ts'
import type { VideoMedia } from '#server/library/listed-catalogue.ts'
import { sha256 } from '#server/runtime/derived-key.ts'
import { whenPlaybackEnds } from './end-playback.ts'
import { extendGrants, findGrant, type StoredGrant, storeGrant } from './playback-grant.store.ts'
import { refuseWatching } from './watching-right.ts'

/** Life of a grant that is not extended (decisions/050-playback-grants.md). */
const grantMs = 5 * 60_000
/** Rights are looked up again after this long: who loses them is refused within it. */
const trustedMs = 10_000
/** Grants that are remembered at once; of more, those used least recently are looked up again. */
const mostRemembered = 10_000

/** A browser's permission to fetch one video's bytes. */
export type PlaybackGrants = {
  /** Opens a grant; its token is in the browser's hands alone. */
  open(
    grant: Pick<StoredGrant, 'browserHash' | 'userId' | 'videoId'>,
  ): Promise<{ token: string; expiresAt: Date }>
  /** Lets a browser's living grants for a video live five more minutes; undefined where there is none. */
  extend(grant: Pick<StoredGrant, 'browserHash' | 'videoId'>): Promise<{ expiresAt: Date } | undefined>
  /**
   * The video whose bytes a token opens for the browser with these hashes. Undefined for a token that is unknown or
   * expired, another browser's or of a session that has ended, and when the right to watch is lost.
   */
  admit(token: string, browserHashes: readonly Buffer[]): Promise<Admission | undefined>
}

export type Admission = { readonly video: Video; readonly media: VideoMedia }

type Remembered = { readonly atMs: number; readonly found: Promise<StoredGrant | undefined> }

export function createPlaybackGrants(services: LibraryServices): PlaybackGrants {
  const { clock, database, library, random } = services
  const grantOf = rememberGrants(services)
  return {
    async open(grant) {
      const token = random.token()
      const expiresAt = new Date(clock.real().getTime() + grantMs)
      await storeGrant(database.db, { ...grant, grantHash: sha256(token), expiresAt })
      return { token, expiresAt }
    },
    async extend(grant) {
      const now = clock.real()
      const expiresAt = new Date(now.getTime() + grantMs)
      return (await extendGrants(database.db, { ...grant, now, until: expiresAt }))
        ? { expiresAt }
        : undefined
    },
    async admit(token, browserHashes) {
      if (!/^[\w-]{43}$/.test(token) || browserHashes.length === 0) return undefined
      const grant = await grantOf(token)
      if (!grant || !browserHashes.some((hash) => hash.equals(grant.browserHash))) return undefined
      const video = library.video(grant.videoId)
      const media = library.stored(grant.videoId)
      return video && media && { video, media }
    },
  }
}

/** Answers the grant of a token. Several ranges of one film at the same time ask once. */
function rememberGrants(services: LibraryServices): (token: string) => Promise<StoredGrant | undefined> {
  const { clock, database } = services
  const remembered = new LRUCache<string, Remembered>({ max: mostRemembered })
  whenPlaybackEnds(database, () => remembered.clear())
  return async (token) => {
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
}

/** Undefined for a token that opens nothing (any more). */
async function lookUp(services: LibraryServices, token: string): Promise<StoredGrant | undefined> {
  const { clock, database, library } = services
  const grant = await findGrant(database.db, sha256(token), clock.real())
  const video = grant && library.video(grant.videoId)
  if (!video || grant.expiresAt <= clock.real()) return undefined
  return (await refuseWatching(services, grant.userId, video)) ? undefined : grant
}
