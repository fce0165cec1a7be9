import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { forgetOldMedia } from './restore-version.store.ts'

/** The media themselves go with all that nothing names any more. */
export const libraryTrashUpkeep: readonly UpkeepStep[] = [
  {
    name: 'empty-library-trash',
    every: 'hour',
    run: ({ database, clock }) => inTransaction(database.db, (trx) => forgetOldMedia(trx, clock.real())),
  },
]
