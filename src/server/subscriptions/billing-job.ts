import { recoverCharges } from '#server/billing/charging/recover-charges.ts'
import { receiveEvent } from '#server/billing/events/receive-event.ts'
import { startEventJob, workThroughEvents } from '#server/billing/events/work-through-events.ts'
import type { Services } from '#server/services/services.ts'
import { runDueSubscriptions } from './run-due-subscriptions.ts'

/** Takes up at the start what a crash left, and does each minute what is due. */
export async function startBillingJob(services: Services): Promise<void> {
  const { queue, database, payments } = services
  await startEventJob(services)
  for (const provider of payments.values())
    provider.listen?.(async (event) => void (await receiveEvent(services, provider.name, event)))
  let atStart = true
  await queue.work(jobName, async () => {
    await recoverCharges(services, atStart)
    atStart = false
    await workThroughEvents(services)
    await runDueSubscriptions(services)
    await queue.enqueue(database.db, jobName, {}, { singletonKey: 'next', delayMs: everyMs })
  })
  await queue.enqueue(database.db, jobName, {}, { singletonKey: 'at start' })
}

const jobName = 'billing'
const everyMs = 60_000
