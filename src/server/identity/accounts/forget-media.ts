import type { Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'

/** The name that jobs already queued carry. */
export const forgetMediaJob = 'forget-media'

/**
 * Has bytes deleted from the media store that no row names any more, once the caller's transaction is committed: by a
 * job, so that a process that dies in between leaves nobody's picture behind.
 */
export async function forgetMedia(
  trx: Transaction<Tables>,
  { queue }: Pick<Services, 'queue'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length > 0) await queue.enqueue(trx, forgetMediaJob, { keys })
}
