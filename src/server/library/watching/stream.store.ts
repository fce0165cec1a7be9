import { sql } from 'kysely'
import { retryCollisions } from '#server/platform/database/collision.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import type { NewGrant } from './playback-grant.store.ts'

/** The grants in use: a single one, or those of a browser for a video; of these, one player's if it is named. */
export type GrantsInUse =
  | { readonly grantHash: Buffer }
  | { readonly browserHash: Buffer; readonly videoId: string; readonly player: string | undefined }

/** `since`: grants last used before it no longer count as streams. `until`: the new expiry, where it is extended. */
export type StreamWindow = { readonly now: Date; readonly since: Date; readonly until?: Date }

/** Whether grants were marked as used, and whether for the first time since they were opened. */
export type Marked = { readonly isUsed: boolean; readonly isFirst: boolean }

/**
 * Marks grants that live at `now` as used: those that count as streams, and those of signed-out viewers of free videos. Rows are locked
 * in a fixed order, so that two players of one browser cannot deadlock.
 */
export async function markUsed(
  db: Db,
  used: GrantsInUse,
  { now, since, until }: StreamWindow,
): Promise<Marked> {
  const rows = await db
    .with('own', () =>
      livingGrants(db, used, now)
        .where((row) =>
          row.or([
            row.and([row('user_id', 'is', null), row('preview_hash', 'is', null)]),
            row('last_used_at', '>', since),
          ]),
        )
        .orderBy('grant_hash')
        .forUpdate(),
    )
    .updateTable('playback_grant')
    .from('own')
    .set({ last_used_at: now, expires_at: until })
    .whereRef('playback_grant.grant_hash', '=', 'own.grant_hash')
    .returning(sql<boolean>`own.last_used_at <= own.opened_at`.as('isFirst'))
    .execute()
  return { isUsed: rows.length > 0, isFirst: rows.some(({ isFirst }) => isFirst) }
}

/** Makes the latest of the grants count as a stream again. Call it with the viewer locked. */
export async function reviveGrant(
  trx: Trx,
  used: GrantsInUse,
  { now, until }: StreamWindow,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('playback_grant')
    .set({ last_used_at: now, expires_at: until })
    .where('grant_hash', '=', (grants) =>
      grants
        .selectFrom(livingGrants(trx, used, now).orderBy('opened_at', 'desc').limit(1).as('latest'))
        .select('grant_hash'),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

function livingGrants(db: Db, used: GrantsInUse, now: Date) {
  const living = db
    .selectFrom('playback_grant')
    .select(['grant_hash', 'last_used_at', 'opened_at'])
    .where('expires_at', '>', now)
  if ('grantHash' in used) return living.where('grant_hash', '=', used.grantHash)
  const { browserHash, videoId, player } = used
  const own = living.where('browser_hash', '=', browserHash).where('video_id', '=', videoId)
  return player === undefined ? own : own.where('player', '=', player)
}

/** Who has streams of their own: a user, or a preview's link. */
export type StreamsOf =
  | { readonly userId: string; readonly previewHash?: never }
  | { readonly previewHash: Buffer; readonly userId?: never }

/** Counts the streams of a user or of a preview's link. */
export async function countStreams(db: Db, of: StreamsOf, { now, since }: StreamWindow): Promise<number> {
  const { streams } = await db
    .selectFrom('playback_grant')
    .select((row) => row.fn.countAll<string>().as('streams'))
    .where((row) =>
      of.previewHash ? row('preview_hash', '=', of.previewHash) : row('user_id', '=', of.userId),
    )
    .where('last_used_at', '>', since)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(streams)
}

const openText = 'select open_stream($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as "isOpen"'

/**
 * Ends the open grants of this browser's player and stores a new one; false, without storing it, where the user has
 * `most` streams (migrations/0081-film-sizes.sql).
 */
export async function storeStream(
  { pool }: Pick<Database, 'pool'>,
  grant: UserGrant,
  limit: StreamLimit,
): Promise<boolean> {
  const values = valuesOf(grant, limit)
  const { rows } = await retryCollisions(() =>
    pool.query<{ isOpen: boolean }>({ name: 'open-stream', text: openText, values }),
  )
  // mutant `rows[0]?.isOpen → rows[0].isOpen`: a function answers one row
  return rows[0]?.isOpen === true
}

type UserGrant = NewGrant & { readonly userId: string }

type StreamLimit = StreamWindow & { readonly most: number }

function valuesOf(grant: UserGrant, { since, most }: StreamLimit) {
  const { userId, videoId, filmKey, smallFilmKey = null, browserHash, player = null } = grant
  const { grantHash, openedAt, expiresAt } = grant
  const film = [filmKey, smallFilmKey]
  return [userId, videoId, ...film, browserHash, player, grantHash, openedAt, expiresAt, since, most]
}

/** Ends the stream of a user that was opened first. */
export async function removeOldestStream(
  trx: Trx,
  userId: string,
  { now, since }: StreamWindow,
): Promise<void> {
  await trx
    .deleteFrom('playback_grant')
    .where('grant_hash', '=', (grants) =>
      grants
        .selectFrom('playback_grant')
        .select('grant_hash')
        .where('user_id', '=', userId)
        .where('last_used_at', '>', since)
        .where('expires_at', '>', now)
        .orderBy('opened_at')
        .orderBy('grant_hash')
        .limit(1),
    )
    .execute()
}
