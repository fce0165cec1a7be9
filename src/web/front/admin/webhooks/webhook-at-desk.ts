import type { CallReply } from '#contract/call.ts'
import type { adminWebhookCalls } from '#contract/webhooks/webhook-calls.ts'

export type WebhookAtDesk = CallReply<typeof adminWebhookCalls.webhooksAtDesk>['body']['endpoints'][number]

/** Returns the host of an endpoint's address, which names it in texts. */
export function hostOf({ url }: Pick<WebhookAtDesk, 'url'>): string {
  return URL.parse(url)?.host ?? url
}
