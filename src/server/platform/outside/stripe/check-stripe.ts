import * as z from 'zod/mini'
import { createAskStripe, type StripeSettings } from './ask-stripe.ts'
import { listAll } from './list-all.ts'
import { eventTypes } from './read-event.ts'

type Keys = Pick<StripeSettings, 'secretKey' | 'apiUrl'>
type Webhook = { readonly id: string; readonly url: string; readonly secret: string }

/** Milliseconds for an answer: an operator waits for it. */
const timeoutMs = 10_000

/** Asks Stripe something small with a key. Returns why it did not answer as it should; undefined if all is well. */
export async function stripeFault(keys: Keys): Promise<string | undefined> {
  const asked = await asking(keys)((client) => client.customers.list({ limit: 1 }))
  return asked.kind === 'answer' ? undefined : reasonOf(asked, keys)
}

/**
 * Has Stripe send its events to `url`. Returns the webhook with the secret that signs them, which Stripe tells once; else
 * why it refused: a restricted key may lack the right, and Stripe accepts public addresses only.
 */
export async function makeStripeWebhook(
  keys: Keys,
  url: string,
): Promise<Webhook | { readonly refused: string }> {
  const asked = await asking(keys)((client) =>
    client.webhookEndpoints.create({ url, enabled_events: [...eventTypes] }),
  )
  if (asked.kind !== 'answer') return { refused: reasonOf(asked, keys) }
  const made = Made.safeParse(asked.body)
  return made.success ? { ...made.data, url } : { refused: 'no secret in the answer' }
}

/** Deletes former webhooks to the same address: Stripe would report each event twice. A failure changes nothing. */
export async function removeOtherWebhooks(keys: Keys, { id, url }: Omit<Webhook, 'secret'>): Promise<void> {
  const ask = asking(keys)
  const all = await listAll(ask, Endpoint, (client, paging) => client.webhookEndpoints.list(paging))
  if ('kind' in all) return
  for (const other of all)
    if (other.url === url && other.id !== id) await ask((client) => client.webhookEndpoints.del(other.id))
}

/**
 * Enters Stripe's test card 4242 … into a card form as its script does in a browser: with the publishable key, so that a
 * key of another account is noticed. Returns why it was refused; undefined if the card is stored.
 */
export async function enterTestCard(
  { publishableKey, apiUrl }: { readonly publishableKey: string; readonly apiUrl: string },
  { id, clientSecret }: { readonly id: string; readonly clientSecret: string },
): Promise<string | undefined> {
  const keys = { secretKey: publishableKey, apiUrl }
  const form = { payment_method: 'pm_card_visa', client_secret: clientSecret }
  const asked = await asking(keys)((client) => client.setupIntents.confirm(id, form))
  return asked.kind === 'answer' ? undefined : reasonOf(asked, keys)
}

const Made = z.object({ id: z.string(), secret: z.string().check(z.minLength(1)) })
const Endpoint = z.object({ id: z.string(), url: z.string() })

function asking({ secretKey, apiUrl }: Keys) {
  return createAskStripe({ secretKey, apiUrl, timeoutMs })
}

function reasonOf(
  asked: { readonly message: string } | { readonly reason: string },
  { secretKey }: Keys,
): string {
  const reason = 'message' in asked ? asked.message : asked.reason
  return reason.replaceAll(secretKey, '…').slice(0, 300)
}
