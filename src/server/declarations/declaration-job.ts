import type { Services } from '#server/services/services.ts'
import { settleDeclarations } from './settle-declarations.ts'

/** Name of the job that carries declarations out: enqueued with each one, within its transaction. */
export const settleDeclarationsJob = 'declarations'

/** Carries out what was declared, and comes back to what had to wait. */
export async function startDeclarationJob(services: Services): Promise<void> {
  const { queue, database } = services
  await queue.work(settleDeclarationsJob, async () => {
    const { waiting } = await settleDeclarations(services)
    if (waiting > 0)
      await queue.enqueue(
        database.db,
        settleDeclarationsJob,
        {},
        { singletonKey: 'waiting', delayMs: 60_000 },
      )
  })
}
