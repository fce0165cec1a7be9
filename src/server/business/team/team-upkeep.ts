import { pendingContactDays } from '#domain/accounts/contact.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { daysBefore, type UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { deleteUnconfirmedJoiners } from './join.store.ts'

export const teamUpkeep: readonly UpkeepStep[] = [
  {
    name: 'delete-unconfirmed-joiners',
    every: 'hour',
    run: ({ database, clock }) =>
      inTransaction(database.db, (trx) =>
        deleteUnconfirmedJoiners(trx, daysBefore(clock.now(), pendingContactDays)),
      ),
  },
]
