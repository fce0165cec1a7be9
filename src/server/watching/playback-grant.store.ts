import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** A grant as it is stored: the token itself is known to the browser alone. */
export type StoredGrant = {
  readonly grantHash: Buffer
  readonly browserHash: Buffer
  /** Undefined for a signed-out viewer of a free video. */
  readonly userId: string | undefined
  readonly videoId: string
  readonly expiresAt: Date
}

export async function storeGrant(db: Kysely<Tables>, grant: StoredGrant): Promise<void> {
  await db
    .insertInto('playback_grant')
    .values({
      grant_hash: grant.grantHash,
      browser_hash: grant.browserHash,
      user_id: grant.userId ?? null,
      video_id: grant.videoId,
      expires_at: grant.expiresAt,
    })
    .execute()
}

/** The grant under the hash; a signed-in viewer's only while their session lives at `now` and they are not removed. */
export async function findGrant(
  db: Kysely<Tables>,
  grantHash: Buffer,
  now: Date,
): Promise<StoredGrant | undefined> {
  const row = await db
    .selectFrom('playback_grant')
    .leftJoin('session', (join) =>
      join
        .onRef('session.token_hash', '=', 'playback_grant.browser_hash')
        .onRef('session.user_id', '=', 'playback_grant.user_id')
        .on('session.kind', '=', 'full')
        .on('session.expires_at', '>', now),
    )
    .leftJoin('account_user as present', (join) =>
      join.onRef('present.id', '=', 'session.user_id').on('present.removed_at', 'is', null),
    )
    .select(['browser_hash', 'playback_grant.user_id', 'video_id', 'playback_grant.expires_at'])
    .select('present.id as presentId')
    .where('grant_hash', '=', grantHash)
    .executeTakeFirst()
  if (!row || row.user_id !== row.presentId) return undefined
  return {
    grantHash,
    browserHash: row.browser_hash,
    userId: row.user_id ?? undefined,
    videoId: row.video_id,
    expiresAt: row.expires_at,
  }
}

/**
 * Lets all grants of a browser for a video that live at `now` live until `until`; answers whether there is one. Their rows
 * are locked in one order: the calls of two players of the same browser must not wait for each other in a circle.
 */
export async function extendGrants(
  db: Kysely<Tables>,
  { browserHash, videoId, now, until }: { browserHash: Buffer; videoId: string; now: Date; until: Date },
): Promise<boolean> {
  const rows = await db
    .with('own', (own) =>
      own
        .selectFrom('playback_grant')
        .select('grant_hash')
        .where('browser_hash', '=', browserHash)
        .where('video_id', '=', videoId)
        .where('expires_at', '>', now)
        .orderBy('grant_hash')
        .forUpdate(),
    )
    .updateTable('playback_grant')
    .set({ expires_at: until })
    .where('grant_hash', 'in', (own) => own.selectFrom('own').select('grant_hash'))
    .returning('video_id')
    .execute()
  return rows.length > 0
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
