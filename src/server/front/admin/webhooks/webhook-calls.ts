import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { addWebhook, changeWebhook, deleteWebhook, renewWebhookSecret } from './change-webhooks.ts'
import { showDeliveries, showWebhooks } from './show-webhooks.ts'
import { resendWebhook, testWebhook } from './test-webhook.ts'

/** Registers the admin's calls about webhooks. */
export function registerWebhookCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.webhooksAtDesk, (context) => showWebhooks(services, context))
  route(app, calls.webhookDeliveries, (context) => showDeliveries(services, context))
  route(app, calls.addWebhook, (context) => addWebhook(services, context))
  route(app, calls.changeWebhook, (context) => changeWebhook(services, context))
  route(app, calls.deleteWebhook, (context) => deleteWebhook(services, context))
  route(app, calls.renewWebhookSecret, (context) => renewWebhookSecret(services, context))
  route(app, calls.testWebhook, (context) => testWebhook(services, context))
  route(app, calls.resendWebhook, (context) => resendWebhook(services, context))
}
