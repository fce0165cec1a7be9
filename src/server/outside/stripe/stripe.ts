import type { FastifyBaseLogger } from 'fastify'
import type { PaymentProvider } from '#server/outside/payment.ts'
import type { Clock } from '#server/runtime/clock.ts'
import { createAskStripe } from './ask-stripe.ts'
import { stripeCards } from './stripe-cards.ts'
import { stripeCharges } from './stripe-charges.ts'
import { stripeDesk } from './stripe-desk.ts'
import { stripeHistory } from './stripe-history.ts'
import { stripeRefunds } from './stripe-refunds.ts'

export type StripeSettings = {
  readonly secretKey: string
  readonly webhookSecret: string | undefined
  readonly apiUrl: string
  /** Of the key: whether money is moved. */
  readonly livemode: boolean
}

/** What all of it needs. `installation` marks what is this site's own among others with the same Stripe account. */
export type StripeContext = Omit<StripeSettings, 'apiUrl' | 'secretKey'> & {
  readonly ask: ReturnType<typeof createAskStripe>
  readonly installation: string
  readonly clock: Clock
}

/**
 * Stripe stores cards (SetupIntents), takes money off session (PaymentIntents) and gives it back (Refunds), nothing else: who is
 * charged, when and how much is decided here. Works without webhooks, only slower.
 * @param timeoutMs how long an answer is waited for
 */
export function createStripe(
  { secretKey, apiUrl, ...settings }: StripeSettings,
  {
    timeoutMs = 5_000,
    log,
    ...of
  }: Pick<StripeContext, 'installation' | 'clock'> & {
    log: FastifyBaseLogger
    timeoutMs?: number
  },
): PaymentProvider {
  const askStripe = createAskStripe({ secretKey, apiUrl, timeoutMs })
  const ask: typeof askStripe = async (call) => {
    const asked = await askStripe(call)
    if (asked.kind === 'unknown')
      log.warn({ reason: asked.reason }, 'Stripe gave no answer that says anything')
    return asked
  }
  const context: StripeContext = { ...settings, ...of, ask }
  return {
    name: 'stripe',
    ...stripeCards(context),
    ...stripeCharges(context),
    ...stripeRefunds(context),
    ...stripeDesk(context),
    ...stripeHistory(context),
  }
}
