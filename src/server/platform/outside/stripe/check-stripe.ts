import { createAskStripe, type StripeSettings } from './ask-stripe.ts'
import { eventTypes } from './read-event.ts'

type Keys = Pick<StripeSettings, 'secretKey' | 'apiUrl'>

/** Milliseconds for an answer: an operator waits for it. */
const timeoutMs = 10_000

/** Asks Stripe something small with a key. Returns why it did not answer as it should; undefined if all is well. */
export async function stripeFault({ secretKey, apiUrl }: Keys): Promise<string | undefined> {
  const ask = createAskStripe({ secretKey, apiUrl, timeoutMs })
  const asked = await ask((client) => client.customers.list({ limit: 1 }))
  return asked.kind === 'answer' ? undefined : reasonOf(asked)
}

/**
 * Has Stripe send its events to `url`. Returns the secret that signs them, which Stripe tells once; else why it refused:
 * a restricted key may lack the right, and Stripe takes public https addresses alone.
 */
export async function makeStripeWebhook(
  { secretKey, apiUrl }: Keys,
  url: string,
): Promise<{ readonly secret: string } | { readonly refused: string }> {
  const ask = createAskStripe({ secretKey, apiUrl, timeoutMs })
  const asked = await ask((client) => client.webhookEndpoints.create({ url, enabled_events: [...eventTypes] }))
  if (asked.kind !== 'answer') return { refused: reasonOf(asked) }
  const { secret } = asked.body as { secret?: unknown }
  return typeof secret === 'string' ? { secret } : { refused: 'no secret in the answer' }
}

function reasonOf(asked: { readonly message: string } | { readonly reason: string }): string {
  return ('message' in asked ? asked.message : asked.reason).slice(0, 300)
}
