import { createHmac, randomBytes } from 'node:crypto'
import type { Secrets } from '#server/platform/runtime/derived-key.ts'
import { isSealedAnew, seal, unseal } from '#server/platform/runtime/sealed.ts'

const prefix = 'whsec_'
const secretBytes = 32

/** Returns a new secret of an endpoint: `whsec_` and 32 random bytes in base64 (Standard Webhooks 1.0). */
export function newWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64')
}

export function sealWebhookSecret(secrets: Secrets, endpointId: string, secret: string): Buffer {
  return seal(secrets, sealOf(endpointId), Buffer.from(secret))
}

/** Undefined where neither APP_SECRET nor the previous one opens it. */
export function openWebhookSecret(secrets: Secrets, endpointId: string, sealed: Buffer): string | undefined {
  return unseal(secrets, sealOf(endpointId), sealed)?.toString()
}

/** Returns the header `webhook-signature`: one signature for each secret, separated by spaces. */
export function webhookSignature(
  secrets: readonly string[],
  { id, seconds, body }: { readonly id: string; readonly seconds: number; readonly body: string },
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
    })
    .join(' ')
}

/** Seals a secret with the current APP_SECRET; undefined if it is, and for one that cannot be opened. */
export function resealedWebhookSecret(
  secrets: Secrets,
  endpointId: string,
  sealed: Buffer,
): Buffer | undefined {
  if (isSealedAnew(secrets, sealOf(endpointId), sealed)) return undefined
  const secret = openWebhookSecret(secrets, endpointId, sealed)
  return secret === undefined ? undefined : sealWebhookSecret(secrets, endpointId, secret)
}

function sealOf(endpointId: string) {
  return { purpose: 'webhook secret', owner: endpointId }
}
