import type { Database } from '#server/platform/database/database.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { askTogether } from '#server/platform/services/ask-together.ts'

/** A stored grant: the token itself is known to the browser only. */
export type StoredGrant = {
  readonly grantHash: Buffer
  readonly browserHash: Buffer
  /**
   * The owner of the stream: the user, or the admin who is switched into the user's account. Undefined for a signed-out
   * viewer of a free video.
   */
  readonly userId: string | undefined
  /** The user of the session, whose right to watch applies. */
  readonly viewerId: string | undefined
  readonly videoId: string
  /** Hash of the token of a preview's link; undefined for every other playback. */
  readonly previewHash: Buffer | undefined
  /** Media store key of the video file at the time of opening; undefined for grants of older programs. */
  readonly filmKey: string | undefined
  /** That of the smaller file; undefined where there was none. */
  readonly smallFilmKey: string | undefined
  readonly expiresAt: Date
  /** Time of opening, or of the last request or report; undefined for grants of older programs. */
  readonly lastUsedAt: Date | undefined
}

/** A grant to be opened. `player` is the player's own name. */
export type NewGrant = Omit<StoredGrant, 'lastUsedAt' | 'viewerId' | 'filmKey' | 'previewHash'> & {
  readonly previewHash?: Buffer
  readonly filmKey: string
  readonly openedAt: Date
  readonly player: string | undefined
}

export async function storeGrant(db: Db, grant: NewGrant): Promise<void> {
  await db
    .insertInto('playback_grant')
    .values({
      grant_hash: grant.grantHash,
      browser_hash: grant.browserHash,
      user_id: grant.userId,
      video_id: grant.videoId,
      film_key: grant.filmKey,
      small_film_key: grant.smallFilmKey,
      expires_at: grant.expiresAt,
      opened_at: grant.openedAt,
      last_used_at: grant.openedAt,
      player: grant.player,
      preview_hash: grant.previewHash,
    })
    .execute()
}

// used twice a second by each viewer: prepared once per connection
const findGrantText = `
  select asked.place, g.grant_hash as "grantHash", g.browser_hash as "browserHash", g.user_id as "userId", g.video_id as "videoId",
    g.film_key as "filmKey", g.small_film_key as "smallFilmKey", g.expires_at as "expiresAt", g.last_used_at as "lastUsedAt",
    g.preview_hash as "previewHash", present.id as "viewerId", below.user_id as "switchedBy"
  from unnest($1::bytea[], $2::timestamptz[]) with ordinality as asked (grant_hash, now, place)
    join playback_grant g on g.grant_hash = asked.grant_hash
    left join session s on s.token_hash = g.browser_hash and s.expires_at > asked.now
    left join session below on below.token_hash = s.switched_from and below.expires_at > asked.now
    left join account_user present on present.id = s.user_id and present.removed_at is null`

/**
 * Returns the grant under the hash. A signed-in viewer's is valid only while their session lives at `now` and they are
 * not removed; a switched admin's only while their own session lives too. Concurrent lookups are batched.
 */
export function findGrant(
  { pool }: Pick<Database, 'pool'>,
  grantHash: Buffer,
  now: Date,
): Promise<StoredGrant | undefined> {
  const find = finders.get(pool) ?? askTogether((asked: readonly Asked[]) => findGrants(pool, asked))
  finders.set(pool, find)
  return find({ grantHash, now })
}

type Asked = { readonly grantHash: Buffer; readonly now: Date }

const finders = new WeakMap<Database['pool'], (asked: Asked) => Promise<StoredGrant | undefined>>()

type Found = Pick<StoredGrant, 'grantHash' | 'browserHash' | 'videoId' | 'expiresAt'> & {
  readonly place: number
  readonly userId: string | null
  readonly viewerId: string | null
  readonly switchedBy: string | null
  readonly filmKey: string | null
  readonly smallFilmKey: string | null
  readonly lastUsedAt: Date | null
  readonly previewHash: Buffer | null
}

async function findGrants(
  pool: Database['pool'],
  asked: readonly Asked[],
): Promise<(StoredGrant | undefined)[]> {
  const values = [asked.map(({ grantHash }) => grantHash), asked.map(({ now }) => now)]
  const { rows } = await pool.query<Found>({ name: 'find-grant', text: findGrantText, values })
  const found = new Map(rows.map((row) => [row.place, row]))
  return asked.map((_, index) => grantOf(found.get(index + 1)))
}

function grantOf(row: Found | undefined): StoredGrant | undefined {
  if (!row || (row.userId !== null && (row.switchedBy ?? row.viewerId) !== row.userId)) return undefined
  if (row.userId !== null && row.viewerId === null) return undefined
  return {
    grantHash: row.grantHash,
    browserHash: row.browserHash,
    userId: row.userId ?? undefined,
    viewerId: row.viewerId ?? undefined,
    videoId: row.videoId,
    previewHash: row.previewHash ?? undefined,
    filmKey: row.filmKey ?? undefined,
    smallFilmKey: row.smallFilmKey ?? undefined,
    expiresAt: row.expiresAt,
    lastUsedAt: row.lastUsedAt ?? undefined,
  }
}

/** Ends the playbacks that a browser has opened by a preview's link. */
export async function removePreviewsOf(
  db: Db,
  { previewHash, browserHash }: { readonly previewHash: Buffer; readonly browserHash: Buffer },
): Promise<void> {
  await db
    .deleteFrom('playback_grant')
    .where('preview_hash', '=', previewHash)
    .where('browser_hash', '=', browserHash)
    .execute()
}

/** Ends all playbacks of users. */
export async function removeGrantsOf(db: Db, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0) await db.deleteFrom('playback_grant').where('user_id', 'in', userIds).execute()
}

/** Deletes the grants that have expired by `now`; returns their number. */
export async function removeExpiredGrants(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('playback_grant')
    .where('expires_at', '<=', now)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
