import type { UpkeepStep } from '#server/jobs/upkeep-step.ts'
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
]
