import type { FastifyBaseLogger } from 'fastify'
import type { PaymentProvider } from '#server/platform/outside/payment.ts'
import { createAskStripe, type StripeContext, type StripeSettings } from './ask-stripe.ts'
import { stripeCards } from './stripe-cards.ts'
import { stripeCharges } from './stripe-charges.ts'
import { stripeDisputes } from './stripe-disputes.ts'
import { stripeHistory } from './stripe-history.ts'
import { stripeRefunds } from './stripe-refunds.ts'

/**
 * Stripe stores cards (SetupIntents), charges them off session (PaymentIntents) and refunds (Refunds), nothing else:
 * billing decides who is charged, when and how much. Works without webhooks, only slower.
 * @param timeoutMs timeout of an answer
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
    mode: settings.livemode ? 'live' : 'test',
    ...stripeCards(context),
    ...stripeCharges(context),
    ...stripeRefunds(context),
    ...stripeDisputes(context),
    ...stripeHistory(context),
  }
}
