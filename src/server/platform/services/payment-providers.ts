import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { ensureSetting } from '#server/platform/database/setting.store.ts'
import { withBreaker } from '#server/platform/outside/breaker.ts'
import type { PaymentProvider } from '#server/platform/outside/payment.ts'
import { createSandbox } from '#server/platform/outside/sandbox/sandbox.ts'
import type { Clock } from '#server/platform/runtime/clock.ts'
import type { Random } from '#server/platform/runtime/random.ts'

/**
 * Opens the site's payment providers by name, the default one first. The sandbox is for the demo only: a production
 * site must never accept its cards. Each has its own breaker.
 * @param waitMs timeout of their answers, for tests
 */
export async function openPaymentProviders(
  { demo, stripe }: Pick<Config, 'demo' | 'stripe'>,
  of: { database: Database; clock: Clock; random: Random; log: FastifyBaseLogger },
  waitMs: { readonly sandbox?: number; readonly stripe?: number } = {},
): Promise<ReadonlyMap<string, PaymentProvider>> {
  const providers = new Map<string, PaymentProvider>()
  if (stripe) {
    // loading the SDK is a tenth of the startup time
    const { createStripe } = await import('#server/platform/outside/stripe/stripe.ts')
    const installation = await ensureSetting(of.database.db, 'installation', of.random.id())
    providers.set(
      'stripe',
      withBreaker(
        createStripe(stripe, {
          ...of,
          installation: String(installation),
          ...(waitMs.stripe !== undefined && { timeoutMs: waitMs.stripe }),
        }),
        of.clock,
      ),
    )
  }
  if (demo)
    providers.set(
      'sandbox',
      withBreaker(
        createSandbox({ ...of, ...(waitMs.sandbox !== undefined && { timeoutMs: waitMs.sandbox }) }),
        of.clock,
      ),
    )
  return providers
}
