import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { ensureSetting } from '#server/platform/database/setting.store.ts'
import { withBreaker } from '#server/platform/outside/breaker.ts'
import type { PaymentProvider } from '#server/platform/outside/payment.ts'
import { createSandbox } from '#server/platform/outside/sandbox/sandbox.ts'
import type { Clock } from '#server/platform/runtime/clock.ts'
import type { Random } from '#server/platform/runtime/random.ts'

type Of = { database: Database; clock: Clock; random: Random; log: FastifyBaseLogger }
type WaitMs = { readonly sandbox?: number; readonly stripe?: number }

/** The site's payment providers by name. `refresh` follows changed settings. */
export type LivePayments = ReadonlyMap<string, PaymentProvider> & { refresh(): Promise<void> }

/**
 * Opens the site's payment providers by name, the default one first. The sandbox is for the demo only: a production
 * site must never accept its cards. Each has its own breaker.
 * @param waitMs timeout of their answers, for tests
 */
export async function openPaymentProviders(
  config: Pick<Config, 'demo' | 'stripe'>,
  of: Of,
  waitMs: WaitMs = {},
): Promise<LivePayments> {
  const providers = new Map<string, PaymentProvider>()
  let opened: Config['stripe']
  const refresh = async () => {
    const { stripe } = config
    if (isDeepStrictEqual(stripe, opened)) return
    if (stripe) providers.set('stripe', await openStripe(stripe, of, waitMs.stripe))
    else providers.delete('stripe')
    opened = stripe
  }
  await refresh()
  if (config.demo)
    providers.set(
      'sandbox',
      withBreaker(
        createSandbox({ ...of, ...(waitMs.sandbox !== undefined && { timeoutMs: waitMs.sandbox }) }),
        of.clock,
      ),
    )
  return Object.assign(providers, { refresh })
}

/**
 * Opens Stripe as another site with the same account: what it sells is in no books of this one, and its events are about
 * nothing here.
 */
export function openStripeApart(
  stripe: NonNullable<Config['stripe']>,
  of: Of,
  name: string,
): Promise<PaymentProvider> {
  return openStripe(stripe, of, undefined, ` ${name}`)
}

async function openStripe(stripe: NonNullable<Config['stripe']>, of: Of, timeoutMs?: number, apart = '') {
  // loading the SDK is a tenth of the startup time
  const { createStripe } = await import('#server/platform/outside/stripe/stripe.ts')
  const installation = String(await ensureSetting(of.database.db, 'installation', of.random.id()))
  const context = { ...of, installation: installation + apart, ...(timeoutMs !== undefined && { timeoutMs }) }
  return withBreaker(createStripe(stripe, context), of.clock)
}
