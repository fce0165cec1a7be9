import { deleteExpiredCounts } from '#server/platform/http/attempts/attempt-count.store.ts'
import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { deleteAnswersBefore } from './idempotency.store.ts'
import { answersKeptMs } from './idempotency.ts'

export const httpUpkeep: readonly UpkeepStep[] = [
  {
    name: 'delete-kept-answers',
    every: 'hour',
    clearsAway: true,
    run: ({ database, clock }) =>
      deleteAnswersBefore(database, new Date(clock.real().getTime() - answersKeptMs)),
  },
  {
    name: 'delete-attempt-counts',
    every: 'hour',
    clearsAway: true,
    run: ({ database, clock }) => deleteExpiredCounts(database, clock.real()),
  },
]
