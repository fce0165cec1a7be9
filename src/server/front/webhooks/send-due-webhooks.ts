import { nextWaitMs, retryAfterMs, slowdownMs, webhookOutcome } from '#domain/webhook-delivery.ts'
import { findAdminId } from '#server/identity/sessions/confirmed-addresses.store.ts'
import { mailToUser } from '#server/identity/sessions/mail-to-user.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { webhookOffMail } from '#server/platform/mail/templates/admin-settings.ts'
import type { Services } from '#server/platform/services/services.ts'
import { sendWebhook } from './send-webhook.ts'
import {
  activeEndpoints,
  anyWebhookWaits,
  claimDeliveries,
  type Delivery,
  type Endpoint,
  insertDeliveries,
  slowDown,
  storeAttempt,
  switchOff,
  takeEvents,
} from './webhook.store.ts'

/** Events that are copied in one transaction. */
const eventsAtOnce = 500
/** Deliveries to one endpoint in parallel. */
const atOnce = 5
/** Longer than any attempt: then a delivery was left by a process that died. */
const holdMs = 60_000
/** Milliseconds after which a run claims nothing more, so that a slow receiver does not keep new events waiting. */
const runForMs = 20_000
const lookAgainMs = 5_000
/** What is due later is found by the upkeep, which looks each minute. */
const soonMs = 60_000

/** Name of the job that sends webhooks. */
export const sendWebhooksJob = 'send-webhooks'

/** Registers the worker that sends webhooks; while any wait, it looks again every five seconds. */
export async function startWebhookJob(services: Services): Promise<void> {
  const { queue, database } = services
  await queue.work(sendWebhooksJob, async () => {
    if (!(await sendDueWebhooks(services))) return
    await queue.enqueue(
      database.db,
      sendWebhooksJob,
      {},
      { singletonKey: 'look again', delayMs: lookAgainMs },
    )
  })
}

/** Copies new events for each endpoint, then sends what is due, to all endpoints in parallel. True while any wait for the next minute. */
export async function sendDueWebhooks(services: Services): Promise<boolean> {
  const { clock, database, stopping } = services
  while (!stopping.aborted && (await shareEvents(services)) === eventsAtOnce);
  const endpoints = await activeEndpoints(database.db)
  const stopsAt = performance.now() + runForMs
  await Promise.all(endpoints.map((endpoint) => sendToEndpoint(services, endpoint, stopsAt)))
  return anyWebhookWaits(database.db, new Date(clock.real().getTime() + soonMs))
}

/** Turns events into deliveries, one for each endpoint that wants the type. Returns the number of events. */
function shareEvents({ database, clock, random }: Services): Promise<number> {
  return inTransaction(database.db, async (trx) => {
    const events = await takeEvents(trx, eventsAtOnce)
    if (events.length === 0) return 0
    const endpoints = await activeEndpoints(trx)
    const timestamp = clock.now().toISOString()
    const now = clock.real()
    for (const { type, data } of events) {
      const message_id = `msg_${random.id()}`
      const body = JSON.stringify({ type, timestamp, data })
      const wanted = endpoints.filter(({ events: types }) => types.includes(type))
      await insertDeliveries(
        trx,
        wanted.map(({ id }) => ({
          id: random.id(),
          endpoint_id: id,
          message_id,
          type,
          body,
          state: 'waiting' as const,
          attempts: 0,
          created_at: now,
          next_attempt_at: now,
        })),
      )
    }
    return events.length
  })
}

/** Sends what is due to an endpoint. After an attempt without a reply, the rest is left to the next run. */
async function sendToEndpoint(services: Services, endpoint: Endpoint, stopsAt: number): Promise<void> {
  const { clock, database, stopping } = services
  let answers = true
  while (answers && !stopping.aborted && performance.now() < stopsAt) {
    const now = clock.real()
    const heldUntil = new Date(now.getTime() + holdMs)
    const claimed = await claimDeliveries(database.db, {
      endpointId: endpoint.id,
      now,
      heldUntil,
      limit: atOnce,
    })
    if (claimed.length === 0) return
    answers = !(await Promise.all(claimed.map((one) => deliver(services, endpoint, one)))).includes(false)
  }
}

/** Makes one attempt, and stores its outcome. False without a reply. */
async function deliver(services: Services, endpoint: Endpoint, delivery: Delivery): Promise<boolean> {
  const { clock, database, log } = services
  const { message_id: messageId, body, attempts } = delivery
  const { retryAfter, ...attempt } = await sendWebhook(services, endpoint, { messageId, body })
  const at = clock.real()
  const outcome = webhookOutcome(attempt.status ?? undefined)
  if (outcome === 'delivered') {
    await storeAttempt(database.db, delivery, attempt, { state: 'delivered', at, nextAttemptAt: null })
    return true
  }
  const { status, problem } = attempt
  log.warn({ webhook: endpoint.id, message: messageId, attempts, status, problem }, 'a webhook was not taken')
  const askedMs = retryAfterMs(retryAfter, at)
  const waitMs = outcome === 'gone' ? undefined : nextWaitMs(attempts, Math.random(), askedMs)
  const nextAttemptAt = waitMs === undefined ? null : new Date(at.getTime() + waitMs)
  const state = nextAttemptAt ? 'waiting' : 'given-up'
  await storeAttempt(database.db, delivery, attempt, { state, at, nextAttemptAt })
  if (outcome === 'slow')
    await slowDown(database.db, endpoint.id, new Date(at.getTime() + slowdownMs(askedMs)))
  if (state === 'given-up') await giveUp(services, endpoint, outcome === 'gone' ? 'gone' : 'given-up')
  return status !== null
}

/** Switches an endpoint off and mails the admin, once. */
async function giveUp(services: Services, { id, url }: Endpoint, why: 'gone' | 'given-up'): Promise<void> {
  const { config, database } = services
  await inTransaction(database.db, async (trx) => {
    if (!(await switchOff(trx, id, why))) return
    const adminId = await findAdminId(trx)
    if (adminId === undefined) return
    const { host } = new URL(url)
    await mailToUser(trx, services, adminId, {
      template: 'webhook-off',
      contentFor: (name, language) => webhookOffMail({ name, host }, config, language),
    })
  })
}
