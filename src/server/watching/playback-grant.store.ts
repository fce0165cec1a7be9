import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** A grant as it is stored: the token itself is known to the browser alone. */
export type StoredGrant = {
  readonly grantHash: Buffer
  readonly browserHash: Buffer
  /**
   * Whose stream it is: the user, or the admin who is switched into the user's account. Undefined for a signed-out viewer
   * of a free video.
   */
  readonly userId: string | undefined
  /** Whose right to watch it rests on: the user of the session. */
  readonly viewerId: string | undefined
  readonly videoId: string
  /** The film it was opened with, in the media store; undefined where an older program opened it. */
  readonly filmKey: string | undefined
  readonly expiresAt: Date
  /** When it was opened, or its film last fetched or reported; undefined where an older program opened it. */
  readonly lastUsedAt: Date | undefined
}

/** A grant that is being opened. `player` is the name that the player gave itself. */
export type NewGrant = Omit<StoredGrant, 'lastUsedAt' | 'viewerId' | 'filmKey'> & {
  readonly filmKey: string
  readonly openedAt: Date
  readonly player: string | undefined
}

export async function storeGrant(db: Kysely<Tables>, grant: NewGrant): Promise<void> {
  await db
    .insertInto('playback_grant')
    .values({
      grant_hash: grant.grantHash,
      browser_hash: grant.browserHash,
      user_id: grant.userId ?? null,
      video_id: grant.videoId,
      film_key: grant.filmKey,
      expires_at: grant.expiresAt,
      opened_at: grant.openedAt,
      last_used_at: grant.openedAt,
      player: grant.player ?? null,
    })
    .execute()
}

/**
 * Returns the grant under the hash; a signed-in viewer's only while their session lives at `now` and they are not removed,
 * a switched admin's only while their own session lives too.
 */
export async function findGrant(
  db: Kysely<Tables>,
  grantHash: Buffer,
  now: Date,
): Promise<StoredGrant | undefined> {
  const row = await db
    .selectFrom('playback_grant')
    .leftJoin('session', (join) =>
      join.onRef('session.token_hash', '=', 'playback_grant.browser_hash').on('session.expires_at', '>', now),
    )
    .leftJoin('session as below', (join) =>
      join.onRef('below.token_hash', '=', 'session.switched_from').on('below.expires_at', '>', now),
    )
    .leftJoin('account_user as present', (join) =>
      join.onRef('present.id', '=', 'session.user_id').on('present.removed_at', 'is', null),
    )
    .select([
      'browser_hash',
      'playback_grant.user_id',
      'video_id',
      'film_key',
      'playback_grant.expires_at',
      'last_used_at',
    ])
    .select(['present.id as viewerId', 'below.user_id as switchedBy'])
    .where('grant_hash', '=', grantHash)
    .executeTakeFirst()
  if (!row || (row.user_id !== null && (row.switchedBy ?? row.viewerId) !== row.user_id)) return undefined
  if (row.user_id !== null && row.viewerId === null) return undefined
  return {
    grantHash,
    browserHash: row.browser_hash,
    userId: row.user_id ?? undefined,
    viewerId: row.viewerId ?? undefined,
    videoId: row.video_id,
    filmKey: row.film_key ?? undefined,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at ?? undefined,
  }
}

export async function removeGrantsOf(db: Kysely<Tables>, userIds: readonly string[]): Promise<void> {
  await db.deleteFrom('playback_grant').where('user_id', 'in', userIds).execute()
}

/** Removes the grants that have expired by `now`; answers how many there were. */
export async function removeExpiredGrants(db: Kysely<Tables>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('playback_grant')
    .where('expires_at', '<=', now)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
