import { inTransaction } from '#server/platform/database/transaction.ts'
import type { PaymentEvent } from '#server/platform/outside/payment.ts'
import type { Services } from '#server/platform/services/services.ts'
import { keepEvent } from './payment-event.store.ts'
import { eventJob, workThroughEvents } from './work-through-events.ts'

/**
 * Stores a provider's event before it is acknowledged, and queues its processing. Idempotent: true if the event is new.
 */
export async function receiveEvent(
  { database, clock, queue }: Pick<Services, 'database' | 'clock' | 'queue'>,
  provider: string,
  event: PaymentEvent,
): Promise<boolean> {
  return inTransaction(database.db, async (trx) => {
    const isNew = await keepEvent(trx, { provider, event, real: clock.real() })
    if (isNew) await queue.enqueue(trx, eventJob, {}, { singletonKey: 'next' })
    return isNew
  })
}

/**
 * Subscribes to the providers' events, and processes them as they arrive. Failed ones are retried by the minutely
 * upkeep.
 */
export async function startPaymentEvents(services: Services): Promise<void> {
  await services.queue.work(eventJob, async () => void (await workThroughEvents(services)))
  for (const provider of services.payments.values())
    provider.listen?.(async (event) => void (await receiveEvent(services, provider.name, event)))
}
