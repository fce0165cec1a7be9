import type { LibraryServices } from '#server/library/catalogue/library.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { lockCatalogue, nextRevision } from './catalogue.store.ts'
import type { When } from './kept-version.store.ts'

/**
 * Changes the library in one transaction, serialised with imports and other changes, and publishes the result under the
 * next revision, which every process notices. `conclude` is the last step: the reply and the audit log.
 * A problem that `work` returns must come before its first write.
 */
export async function changeLibrary<Done>(
  { database, clock, library }: Pick<LibraryServices, 'database' | 'clock' | 'library'>,
  work: (trx: Trx, when: When) => Promise<Done | Problem>,
  conclude: (trx: Trx, done: Done) => Promise<void> = async () => undefined,
): Promise<Done | Problem> {
  const outcome = await inTransaction(database.db, async (trx) => {
    await lockCatalogue(trx)
    const when = { now: clock.now(), realNow: clock.real() }
    const done = await work(trx, when)
    if (done instanceof Problem) return done
    await nextRevision(trx, when.now)
    await conclude(trx, done)
    return done
  })
  // not awaited: the change is stored; a failure is repeated by the library's next look
  if (!(outcome instanceof Problem)) void library.refresh().catch(() => undefined)
  return outcome
}
