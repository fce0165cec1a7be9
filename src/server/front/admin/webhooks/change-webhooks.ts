import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdminFully } from '#server/front/admin/confirm-admin-fully.ts'
import { giveUpWaiting } from '#server/front/webhooks/webhook.store.ts'
import { newWebhookSecret, sealWebhookSecret } from '#server/front/webhooks/webhook-secret.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { guardedAddress } from '#server/platform/outside/guarded-request.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  countEndpoints,
  deleteEndpoint,
  insertEndpoint,
  lockEndpoint,
  updateEndpoint,
} from './webhook-desk.store.ts'

const maxEndpoints = 10
/** Milliseconds for which a former secret signs as well. */
const bothSignForMs = 24 * 3_600_000

/** Adds an endpoint. 403 `not-in-demo`; 409 `webhooks-full`; 422 `url`; else refused as `confirmAdminFully`. */
export const addWebhook: UseCase<'addWebhook'> = async (services, context) => {
  const { clock, config, database, random } = services
  const { url, events } = context.body
  const refused = refusedAddress(services, url)
  if (refused) return refused
  const by = await confirmAdminFully(services, context)
  if (by instanceof Problem) return by
  const id = random.id()
  const secret = newWebhookSecret()
  return inTransaction(database.db, async (trx) => {
    if ((await countEndpoints(trx)) >= maxEndpoints) return new Problem('webhooks-full')
    await insertEndpoint(trx, {
      id,
      url: url.trim(),
      events,
      active: true,
      secret: sealWebhookSecret(config, id, secret),
      created_at: clock.real(),
    })
    await recordAudit(trx, services, by, {
      action: 'webhook-added',
      target: id,
      after: { url: url.trim(), events },
    })
    return { status: 200, body: { id, secret } }
  })
}

/** Changes an endpoint. 403 `not-in-demo`; 404; 422 `url`; else refused as `confirmAdminFully`. */
export const changeWebhook: UseCase<'changeWebhook'> = async (services, context) => {
  const { id, url, events, active } = context.body
  const refused = refusedAddress(services, url)
  if (refused) return refused
  const by = await confirmAdminFully(services, context)
  return changeAsAdmin(services, context, by, async (trx) => {
    const former = await lockEndpoint(trx, id)
    if (!former) return new Problem('not-found')
    const after = { url: url.trim(), events, active }
    await updateEndpoint(trx, id, { ...after, switched_off: null, slow_until: null })
    if (!active) await giveUpWaiting(trx, id)
    const before = { url: former.url, events: former.events, active: former.active }
    return { action: 'webhook-changed', target: id, before, after }
  })
}

/** Deletes an endpoint. 403 `not-in-demo`; 404; else refused as `confirmAdminFully`. */
export const deleteWebhook: UseCase<'deleteWebhook'> = async (services, context) => {
  const { id } = context.body
  if (services.config.demo) return new Problem('not-in-demo')
  const by = await confirmAdminFully(services, context)
  return changeAsAdmin(services, context, by, async (trx) => {
    const former = await lockEndpoint(trx, id)
    if (!former) return new Problem('not-found')
    await deleteEndpoint(trx, id)
    const before = { url: former.url, events: former.events }
    return { action: 'webhook-deleted', target: id, before }
  })
}

/** Gives an endpoint another secret. 403 `not-in-demo`; 404; else refused as `confirmAdminFully`. */
export const renewWebhookSecret: UseCase<'renewWebhookSecret'> = async (services, context) => {
  const { clock, config, database } = services
  const { id } = context.body
  if (config.demo) return new Problem('not-in-demo')
  const by = await confirmAdminFully(services, context)
  if (by instanceof Problem) return by
  const secret = newWebhookSecret()
  return inTransaction(database.db, async (trx) => {
    const former = await lockEndpoint(trx, id)
    if (!former) return new Problem('not-found')
    await updateEndpoint(trx, id, {
      secret: sealWebhookSecret(config, id, secret),
      previous_secret: former.secret,
      previous_until: new Date(clock.real().getTime() + bothSignForMs),
    })
    await recordAudit(trx, services, by, { action: 'webhook-secret-renewed', target: id })
    return { status: 200, body: { secret } }
  })
}

function refusedAddress({ config }: Pick<Services, 'config'>, url: string): Problem | undefined {
  if (config.demo) return new Problem('not-in-demo')
  return guardedAddress(url.trim(), { allowsLoopback: config.webhooksToLoopback })
    ? undefined
    : new Problem('invalid', { fields: { url: 'webhooks_url_invalid' } })
}
