import type { Trx } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'

/** Fixed, because queued jobs carry it. */
export const forgetMediaJob = 'forget-media'

/**
 * Deletes bytes that no row references from the media store, by a job after the commit of the caller's transaction:
 * even after a crash no one's picture stays behind.
 */
export async function forgetMedia(
  trx: Trx,
  { queue }: Pick<Services, 'queue'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length > 0) await queue.enqueue(trx, forgetMediaJob, { keys })
}
