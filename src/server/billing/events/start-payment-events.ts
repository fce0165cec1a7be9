import type { Services } from '#server/services/services.ts'
import { receiveEvent } from './receive-event.ts'
import { eventJob, workThroughEvents } from './work-through-events.ts'

/** Listens to what the providers tell, and has it worked through as it comes. What failed the upkeep takes up, each minute. */
export async function startPaymentEvents(services: Services): Promise<void> {
  await services.queue.work(eventJob, async () => void (await workThroughEvents(services)))
  for (const provider of services.payments.values())
    provider.listen?.(async (event) => void (await receiveEvent(services, provider.name, event)))
}
