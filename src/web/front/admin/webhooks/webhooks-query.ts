import type { CallReply } from '#contract/call.ts'
import { adminWebhookCalls } from '#contract/webhooks/webhook-calls.ts'
import { deskQuery } from '#web/front/desk/desk-query.ts'

export type WebhookAtDesk = CallReply<typeof adminWebhookCalls.webhooksAtDesk>['body']['endpoints'][number]

export const webhooksQuery = deskQuery(
  ['admin', 'webhooks'],
  ({ endpoints }) => Array.isArray(endpoints),
  adminWebhookCalls.webhooksAtDesk,
)

export const deliveriesQuery = (id: string) =>
  deskQuery(
    ['admin', 'webhooks', id],
    ({ deliveries }) => Array.isArray(deliveries),
    adminWebhookCalls.webhookDeliveries,
    { params: { id } },
  )

/** Returns the host of an endpoint's address, which names it in texts. */
export function hostOf({ url }: Pick<WebhookAtDesk, 'url'>): string {
  return URL.parse(url)?.host ?? url
}
