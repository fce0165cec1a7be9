import { queryOptions } from '@tanstack/react-query'
import type { CallReply } from '#contract/call.ts'
import { adminWebhookCalls } from '#contract/webhooks/webhook-calls.ts'
import { adminRead } from '#web/front/desk/admin-read.ts'

export type WebhookAtDesk = CallReply<typeof adminWebhookCalls.webhooksAtDesk>['body']['endpoints'][number]

export const webhooksQuery = queryOptions({
  queryKey: ['admin', 'webhooks'],
  queryFn: ({ signal }) =>
    adminRead(({ endpoints }) => Array.isArray(endpoints), adminWebhookCalls.webhooksAtDesk, { signal }),
  staleTime: 0,
})

export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'webhooks', id],
    queryFn: ({ signal }) =>
      adminRead(({ deliveries }) => Array.isArray(deliveries), adminWebhookCalls.webhookDeliveries, {
        params: { id },
        signal,
      }),
    staleTime: 0,
  })

/** Returns the host of an endpoint's address, which names it in texts. */
export function hostOf({ url }: Pick<WebhookAtDesk, 'url'>): string {
  return URL.parse(url)?.host ?? url
}
