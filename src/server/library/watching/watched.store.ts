import { retryCollisions } from '#server/platform/database/collision.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Seconds that a player has played since the last count, and the highest playback rate. */
export type Played = { readonly seconds: number; readonly fastest: number }

/**
 * SQL: adds played time to what $1 has watched of the video $2, limited by the time since the latest `counted_from` of
 * the grants `used`, which must be locked, so that nothing is counted twice.
 */
export function countingText(parameters: { now: string; seconds: string; fastest: string }): string {
  const { now, seconds, fastest } = parameters
  return `
    insert into watched (user_id, video_id, played_seconds)
      select $1::uuid, $2::text, least(${seconds}::float8,
        ${fastest}::float8 * extract(epoch from ${now}::timestamptz - max(counted_from))::float8)
      from used where ${seconds}::float8 > 0
      having max(counted_from) < ${now}::timestamptz
    on conflict (user_id, video_id) do update set played_seconds = watched.played_seconds + excluded.played_seconds`
}

const countAlone = {
  name: 'count-played',
  text: `
  with own as (
    select grant_hash, coalesce(counted_at, opened_at) as counted_from from playback_grant
    where browser_hash = $3 and video_id = $2 and ($4::text is null or player = $4)
    order by grant_hash for update),
  used as (
    update playback_grant set counted_at = $5 from own
    where playback_grant.grant_hash = own.grant_hash returning own.counted_from)
  ${countingText({ now: '$5', seconds: '$6', fastest: '$7' })}`,
}

/**
 * Adds a player's played time to what its user has watched (`replaceViewingAndMarkUsed` does it together with the
 * position).
 */
export async function countPlayed(
  { pool }: Pick<Database, 'pool'>,
  of: { userId: string; videoId: string; browserHash: Buffer; player: string | undefined },
  { seconds, fastest }: Played,
  now: Date,
): Promise<void> {
  const values = [of.userId, of.videoId, of.browserHash, of.player, now, seconds, fastest]
  await retryCollisions(() => pool.query({ ...countAlone, values }))
}
