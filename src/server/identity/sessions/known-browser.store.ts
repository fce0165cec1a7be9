import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/**
 * Records a sign-in from a browser. `isNew`: it is the user's first sign-in there, but not the first of all.
 * @param now real time
 */
export async function recordBrowser(
  trx: Trx,
  { userId, browserHash, now }: { userId: string; browserHash: Buffer; now: Date },
): Promise<{ isNew: boolean }> {
  const { isFirst } = await trx
    .selectNoFrom((select) =>
      select
        .not(
          select.exists(
            select.selectFrom('known_browser').select('user_id').where('known_browser.user_id', '=', userId),
          ),
        )
        .as('isFirst'),
    )
    .executeTakeFirstOrThrow()
  const { inserted } = await trx
    .insertInto('known_browser')
    .values({ user_id: userId, browser_hash: browserHash, first_seen_at: now, last_seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'browser_hash']).doUpdateSet({ last_seen_at: now }),
    )
    // xmax of an existing row is the id of the transaction that updated it
    .returning(sql<boolean>`xmax = 0`.as('inserted'))
    .executeTakeFirstOrThrow()
  return { isNew: inserted && !isFirst }
}

/** Deletes browsers whose cookie has expired since the last sign-in. */
export async function deleteUnseenBrowsers(db: Db, seenBefore: Date): Promise<void> {
  await db.deleteFrom('known_browser').where('last_seen_at', '<', seenBefore).execute()
}
