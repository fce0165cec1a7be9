import type { Kysely, Transaction } from 'kysely'
import type { Viewing } from '#domain/catalogue/viewing.ts'
import { retryCollisions } from '#server/platform/database/collision.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { NewGrant } from './playback-grant.store.ts'
import { type FoundViewing, viewingFrom, watcherWhile } from './watcher.store.ts'

/** Which grants are used: one, or those of a browser for a video; of these, one player's where it gave its name. */
export type Used =
  | { readonly grantHash: Buffer }
  | { readonly browserHash: Buffer; readonly videoId: string; readonly player: string | undefined }

/** `since`: grants that were not used after it do not count as streams any more. `until`: they live so long now. */
export type Usage = { readonly now: Date; readonly since: Date; readonly until?: Date }

/**
 * Notes that grants which live at `now` are used: those that count as streams, and those of signed-out viewers, which
 * are not counted. Answers whether there is one. Their rows are locked in one order: the calls of two players of the
 * same browser must not wait for each other in a circle.
 */
export async function markUsed(
  db: Kysely<Tables>,
  used: Used,
  { now, since, until }: Usage,
): Promise<boolean> {
  const rows = await db
    .with('own', () =>
      livingGrants(db, used, now)
        .where((row) => row.or([row('user_id', 'is', null), row('last_used_at', '>', since)]))
        .orderBy('grant_hash')
        .forUpdate(),
    )
    .updateTable('playback_grant')
    .set({ last_used_at: now, expires_at: until })
    .where('grant_hash', 'in', (own) => own.selectFrom('own').select('grant_hash'))
    .returning('video_id')
    .execute()
  return rows.length > 0
}

/** Lets the one of the grants that was opened last count as a stream again. The viewer has to be locked. */
export async function reviveGrant(
  trx: Transaction<Tables>,
  used: Used,
  { now, until }: Usage,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('playback_grant')
    .set({ last_used_at: now, expires_at: until })
    .where('grant_hash', '=', livingGrants(trx, used, now).orderBy('opened_at', 'desc').limit(1))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

function livingGrants(db: Kysely<Tables>, used: Used, now: Date) {
  const living = db.selectFrom('playback_grant').select('grant_hash').where('expires_at', '>', now)
  if ('grantHash' in used) return living.where('grant_hash', '=', used.grantHash)
  const { browserHash, videoId, player } = used
  const own = living.where('browser_hash', '=', browserHash).where('video_id', '=', videoId)
  return player === undefined ? own : own.where('player', '=', player)
}

/** How many streams a user has. */
export async function countStreams(
  db: Kysely<Tables>,
  userId: string,
  { now, since }: Usage,
): Promise<number> {
  const { streams } = await db
    .selectFrom('playback_grant')
    .select((row) => row.fn.countAll<string>().as('streams'))
    .where('user_id', '=', userId)
    .where('last_used_at', '>', since)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(streams)
}

const opening = 'open_stream($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as "isOpen"'

const storeGuessedText = `
  select ${opening}, w.viewed_at as "viewedAt", w.seen, w.position_seconds as "positionSeconds"
  from (${watcherWhile('$11')} offset 0) w`

/**
 * Ends what the player of this browser has open and stores a grant in its place; false, without the grant, where its user
 * has `most` streams (migrations/0061-film-of-playback.sql).
 */
export async function storeStream(
  { pool }: Pick<Database, 'pool'>,
  grant: UserGrant,
  limit: StreamLimit,
): Promise<boolean> {
  const values = valuesOf(grant, limit)
  const { rows } = await retryCollisions(() =>
    pool.query<{ isOpen: boolean }>({ name: 'open-stream', text: `select ${opening}`, values }),
  )
  // mutant `rows[0]?.isOpen → rows[0].isOpen`: a function answers one row
  return rows[0]?.isOpen === true
}

/**
 * The same while `facts` (`WatcherRow.facts`) are what decides the right to watch, with the user's record of the video;
 * undefined, and nothing done, where they are others by now.
 */
export async function storeGuessedStream(
  { pool }: Pick<Database, 'pool'>,
  grant: UserGrant,
  limit: StreamLimit,
  { facts }: { readonly facts: string },
): Promise<{ isOpen: boolean; viewing: Viewing | undefined } | undefined> {
  const values = [...valuesOf(grant, limit), facts]
  const { rows } = await retryCollisions(() =>
    pool.query<FoundViewing & { isOpen: boolean }>({
      name: 'open-guessed-stream',
      text: storeGuessedText,
      values,
    }),
  )
  return rows[0] && { isOpen: rows[0].isOpen, viewing: viewingFrom(rows[0]) }
}

type UserGrant = NewGrant & { readonly userId: string }

type StreamLimit = Usage & { readonly most: number }

function valuesOf(grant: UserGrant, { since, most }: StreamLimit) {
  const { userId, videoId, filmKey, browserHash, player = null, grantHash, openedAt, expiresAt } = grant
  return [userId, videoId, filmKey, browserHash, player, grantHash, openedAt, expiresAt, since, most]
}

/** Ends the stream of a user that was opened first. */
export async function removeOldestStream(
  trx: Transaction<Tables>,
  userId: string,
  { now, since }: Usage,
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
