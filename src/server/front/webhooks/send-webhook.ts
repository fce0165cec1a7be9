import type { Config } from '#server/platform/config/config.ts'
import { guardedRequest } from '#server/platform/outside/guarded-request.ts'
import type { Clock } from '#server/platform/runtime/clock.ts'
import type { Attempt, Endpoint } from './webhook.store.ts'
import { openWebhookSecret, webhookSignature } from './webhook-secret.ts'

const timeoutMs = 15_000
/** The first KB of a reply is kept. */
const maxReplyBytes = 1_024

/** Shown at the desk, as the reasons of `guardedRequest` are. */
const lostSecret =
  'Not sent: the secret was sealed with another APP_SECRET. Renew the secret, and give it to the receiver.'

/**
 * Sends a message to an endpoint once, with the headers of Standard Webhooks 1.0. While a secret is changed, the former
 * one signs as well. Redirects are not followed. A secret that cannot be opened is a failed attempt. Never throws for a
 * receiver's fault.
 */
export async function sendWebhook(
  { config, clock }: { readonly config: Config; readonly clock: Clock },
  endpoint: Pick<Endpoint, 'id' | 'url' | 'secret' | 'previous_secret' | 'previous_until'>,
  { messageId, body }: { readonly messageId: string; readonly body: string },
): Promise<Attempt & { readonly retryAfter: string | undefined }> {
  const now = clock.real()
  const seconds = Math.floor(now.getTime() / 1_000)
  const { previous_secret: former, previous_until: until } = endpoint
  const secret = openWebhookSecret(config, endpoint.id, endpoint.secret)
  if (secret === undefined)
    return { status: null, problem: lostSecret, reply: null, durationMs: 0, retryAfter: undefined }
  const isFormerGood = former && until && until > now
  const formerSecret = isFormerGood ? openWebhookSecret(config, endpoint.id, former) : undefined
  const secrets = formerSecret === undefined ? [secret] : [secret, formerSecret]
  const began = performance.now()
  const reply = await guardedRequest(endpoint.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': messageId,
      'webhook-timestamp': String(seconds),
      'webhook-signature': webhookSignature(secrets, { id: messageId, seconds, body }),
    },
    body,
    timeoutMs,
    maxBytes: maxReplyBytes,
    allowsLoopback: config.webhooksToLoopback,
  })
  const durationMs = Math.round(performance.now() - began)
  if ('failed' in reply)
    return { status: null, problem: reply.reason, reply: null, durationMs, retryAfter: undefined }
  return {
    status: reply.status,
    problem: null,
    // the database stores no NUL
    reply: reply.body.toString('utf8').replaceAll('\0', ''),
    durationMs,
    retryAfter: reply.headers['retry-after'],
  }
}
