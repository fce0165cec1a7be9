import { webhookOutcome } from '#domain/webhook-delivery.ts'
import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { sendWebhooksJob } from '#server/front/webhooks/send-due-webhooks.ts'
import { sendWebhook } from '#server/front/webhooks/send-webhook.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { findDelivery, findEndpoint, insertSentDelivery, makeDue } from './webhook-desk.store.ts'

/** Sends `webhook.test` once, at once. 403 `not-in-demo`; 404; else refused as `confirmAdminLately`. */
export const testWebhook: UseCase<'testWebhook'> = async (services, context) => {
  const { clock, config, database, random } = services
  const { id } = context.body
  if (config.demo) return new Problem('not-in-demo')
  const by = await confirmAdminLately(services, context)
  if (by instanceof Problem) return by
  const endpoint = await findEndpoint(database.db, id)
  if (!endpoint) return new Problem('not-found')
  const messageId = `msg_${random.id()}`
  const at = clock.real()
  const type = 'webhook.test'
  const message = JSON.stringify({ type, timestamp: clock.now().toISOString(), data: { webhookId: id } })
  const { status, problem, reply, durationMs } = await sendWebhook(services, endpoint, {
    messageId,
    body: message,
  })
  const delivered = webhookOutcome(status ?? undefined) === 'delivered'
  const body = { delivered, status, problem }
  return inTransaction(database.db, async (trx) => {
    // deleted meanwhile
    if (!(await findEndpoint(trx, id))) return new Problem('not-found')
    await insertSentDelivery(trx, {
      id: random.id(),
      endpoint_id: id,
      message_id: messageId,
      type,
      body: message,
      state: delivered ? 'delivered' : 'given-up',
      attempts: 1,
      created_at: at,
      next_attempt_at: at,
      last_attempt_at: at,
      duration_ms: durationMs,
      status,
      problem,
      reply,
    })
    await context.remember(trx, { status: 200, body })
    await recordAudit(trx, services, by, { action: 'webhook-tested', target: id, after: { delivered } })
    return { status: 200, body }
  })
}

/** Sends a delivery again, by the job. 403 `not-in-demo`; 404; 409 `webhook-off`; else refused as `confirmAdminLately`. */
export const resendWebhook: UseCase<'resendWebhook'> = async (services, context) => {
  const { clock, config, queue } = services
  const { id } = context.body
  if (config.demo) return new Problem('not-in-demo')
  const by = await confirmAdminLately(services, context)
  return changeAsAdmin(services, context, by, async (trx) => {
    const delivery = await findDelivery(trx, id)
    if (!delivery) return new Problem('not-found')
    if (!delivery.active) return new Problem('webhook-off')
    await makeDue(trx, id, clock.real())
    await queue.enqueue(trx, sendWebhooksJob, {})
    return {
      action: 'webhook-sent-again',
      target: delivery.endpoint_id,
      after: { message: delivery.message_id, type: delivery.type },
    }
  })
}
