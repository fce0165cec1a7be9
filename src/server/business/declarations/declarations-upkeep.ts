import { daysBefore, type UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { deleteDeclarationsBefore } from './declaration.store.ts'
import { settleDeclarations } from './settle-declarations.ts'

export const declarationsUpkeep: readonly UpkeepStep[] = [
  {
    name: 'settle-declarations',
    every: 'hour',
    run: async (services) => (await settleDeclarations(services)).outcome,
  },
  {
    // claims from a contract end with the third year after it
    name: 'delete-old-declarations',
    every: 'hour',
    clearsAway: true,
    run: ({ database, clock }) => deleteDeclarationsBefore(database.db, daysBefore(clock.now(), 4 * 366)),
  },
]
