import { sameViewing, type Viewing } from '#domain/catalogue/viewing.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Services } from '#server/services/services.ts'
import { lockHistory, storeViewing, viewingOf } from './watching.store.ts'

/**
 * Applies a decision of `domain/catalogue/viewing.ts` to what a user left behind at a video and answers the state after it. The
 * calls of one user wait for each other, so that a position and a seen mark that arrive together are both kept. What
 * changes nothing is not stored, and leaves the history's ETag alone.
 */
export function changeViewing<After extends Viewing | undefined>(
  { database }: Pick<Services, 'database'>,
  { userId, videoId }: { userId: string; videoId: string },
  decide: (before: Viewing | undefined) => After,
): Promise<After> {
  return inTransaction(database.db, async (trx) => {
    await lockHistory(trx, userId)
    const before = await viewingOf(trx, userId, videoId)
    const after = decide(before)
    if (after && !sameViewing(before, after)) await storeViewing(trx, userId, videoId, after)
    return after
  })
}
