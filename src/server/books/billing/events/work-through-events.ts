import type { StepOutcome } from '#server/platform/jobs/upkeep-step.ts'
import type { PaymentEvent } from '#server/platform/outside/payment.ts'
import type { Services } from '#server/platform/services/services.ts'
import { countFailingEvents, finishEvent, postponeEvent, takeEvent } from './payment-event.store.ts'
import { settleEvent } from './settle-event.ts'

export const eventJob = 'payment-events'

/** Milliseconds for which an event is claimed; afterwards its process is presumed dead. */
const leaseMs = 60_000

/** A failing event is retried after 10 seconds, then with growing delays up to an hour, until it succeeds. */
const firstRetryMs = 10_000
const rarestRetryMs = 3_600_000

/** An event about an unknown charge may be early for so long; afterwards it belongs to another site. */
const earlyMs = 24 * 3_600_000

/**
 * Processes all unprocessed events of the providers. A failing event blocks no other; its error is stored, and it is
 * retried. Order and duplicates do not matter: each names an object, whose current state is read from the provider.
 */
export async function workThroughEvents(services: Services): Promise<StepOutcome> {
  const { database, clock, log } = services
  let failed = false
  for (;;) {
    const real = clock.real()
    const event = await takeEvent(database.db, { real, until: new Date(real.getTime() + leaseMs) })
    if (!event) break
    try {
      const done = await settleEvent(services, event.provider, event.about as PaymentEvent['about'])
      if (done === 'done' || real.getTime() - event.received_at.getTime() >= earlyMs)
        await finishEvent(database.db, event.id, clock.real())
      else await postpone(event, 'nobody here knows the charge yet')
    } catch (error) {
      failed = true
      await postpone(event, String(error))
      log.warn({ event: event.id, type: event.type, err: error }, 'a message of a payment provider waits')
    }
  }
  if (failed)
    log.error({ events: await countFailingEvents(database.db) }, 'messages of payment providers fail')
  return failed ? 'failed' : 'done'

  async function postpone({ id, attempts }: { id: string; attempts: number }, error: string): Promise<void> {
    const delayMs = Math.min(firstRetryMs * 2 ** (attempts - 1), rarestRetryMs)
    await postponeEvent(database.db, { id, error, until: new Date(clock.real().getTime() + delayMs) })
  }
}
