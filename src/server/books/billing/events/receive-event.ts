import { inTransaction } from '#server/platform/database/transaction.ts'
import type { PaymentEvent } from '#server/platform/outside/payment.ts'
import type { Services } from '#server/platform/services/services.ts'
import { keepEvent } from './payment-event.store.ts'
import { eventJob, workThroughEvents } from './work-through-events.ts'

/**
 * Keeps what a provider tells, before it is answered, and has it worked through afterwards. Repeated, it changes nothing:
 * true where the event is new.
 */
export async function receiveEvent(
  { database, clock, queue }: Services,
  provider: string,
  event: PaymentEvent,
): Promise<boolean> {
  return inTransaction(database.db, async (trx) => {
    const isNew = await keepEvent(trx, { provider, event, real: clock.real() })
    if (isNew) await queue.enqueue(trx, eventJob, {}, { singletonKey: 'next' })
    return isNew
  })
}

/** Listens to what the providers tell, and has it worked through as it comes. What failed the upkeep takes up, each minute. */
export async function startPaymentEvents(services: Services): Promise<void> {
  await services.queue.work(eventJob, async () => void (await workThroughEvents(services)))
  for (const provider of services.payments.values())
    provider.listen?.(async (event) => void (await receiveEvent(services, provider.name, event)))
}
