import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/**
 * Records that a user has signed in from a browser. `isNew`: for the first time, though not in their first browser.
 * @param now real time
 */
export async function recordBrowser(
  trx: Transaction<Tables>,
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
    // a row that was there keeps the id of the transaction that changed it in xmax
    .returning(sql<boolean>`xmax = 0`.as('inserted'))
    .executeTakeFirstOrThrow()
  return { isNew: inserted && !isFirst }
}

/** Deletes browsers in which nobody has signed in for so long that their cookie has expired as well. */
export async function deleteUnseenBrowsers(db: Kysely<Tables>, seenBefore: Date): Promise<void> {
  await db.deleteFrom('known_browser').where('last_seen_at', '<', seenBefore).execute()
}
