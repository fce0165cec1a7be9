import { findCustomer, keepCard, keepCustomer } from '#server/books/billing/payment-card.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CardOnFile, PaymentProvider } from '#server/platform/outside/payment.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

/** The provider that an account chose; 422 where this site does not have it. */
export function providerNamed(services: Services, name: string): PaymentProvider | Problem {
  return (
    services.payments.get(name) ?? new Problem('invalid', { fields: { paymentProvider: 'field_invalid' } })
  )
}

/**
 * The account's customer at a provider, made at the first use, and anew where it is gone there (deleted by somebody, or of
 * other keys); 503 where the provider can not be reached.
 */
export async function customerOf(
  services: Services,
  provider: PaymentProvider,
  { accountId, email }: { accountId: string; email: string },
): Promise<string | Problem> {
  const { db } = services.database
  const known = await findCustomer(db, accountId, provider)
  const ref = await provider.ensureCustomer({ accountId, email, known })
  if (typeof ref !== 'string') return new Problem('unavailable', { retryAfterSeconds: 5 })
  await inTransaction(db, (trx) => keepCustomer(trx, { accountId, provider, ref, now: services.clock.now() }))
  return ref
}

/**
 * The card that a set-up intent stored, as the provider says, never as the browser does: the set-up has to have succeeded
 * and to be this account's own. A refusal carries the provider's own sentence.
 */
export async function cardOfSetup(
  services: Services,
  provider: PaymentProvider,
  accountId: string,
  setupId: string,
): Promise<CardOnFile | Problem> {
  const customer = await findCustomer(services.database.db, accountId, provider)
  const setup = customer === undefined ? undefined : await provider.readSetup(setupId)
  // somebody else's set-up is none
  if (!setup) return new Problem('card-not-registered')
  if (setup.kind === 'unknown') return new Problem('unavailable', { retryAfterSeconds: 5 })
  if (setup.customer !== customer) return new Problem('card-not-registered')
  if (setup.kind !== 'succeeded' || !setup.card) return new Problem('card-not-registered')
  await keep(services, provider, accountId, setup.card)
  return setup.card
}

/** A card that is already the customer's own. */
export async function cardOfMethod(
  services: Services,
  provider: PaymentProvider,
  accountId: string,
  method: string,
): Promise<CardOnFile | Problem> {
  const customer = await findCustomer(services.database.db, accountId, provider)
  const card = customer === undefined ? undefined : await provider.readMethod({ customer, method })
  if (card === undefined) return new Problem('card-not-registered')
  if ('kind' in card) return new Problem('unavailable', { retryAfterSeconds: 5 })
  await keep(services, provider, accountId, card)
  return card
}

async function keep(services: Services, provider: PaymentProvider, accountId: string, card: CardOnFile) {
  const { db } = services.database
  await keepCard(db, { accountId, provider, card, now: services.clock.now() })
}
