import { findCustomer, keepCard, keepCustomer } from '#server/books/billing/payment-card.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CardOnFile, PaymentProvider } from '#server/platform/outside/payment.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

/** Returns a provider by name; 422 where this site does not have it. */
export function providerNamed(services: Pick<Services, 'payments'>, name: string): PaymentProvider | Problem {
  return (
    services.payments.get(name) ?? new Problem('invalid', { fields: { paymentProvider: 'field_invalid' } })
  )
}

/**
 * Returns the account's customer at a provider, creating it on first use and after its deletion there (or a change of
 * keys); 503 where the provider is unavailable.
 */
export async function customerOf(
  services: Pick<Services, 'database' | 'clock'>,
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
 * Returns the card of a set-up, as read from the provider: the browser is not trusted. The set-up must have succeeded
 * and belong to this account. A refusal contains the provider's message.
 */
export async function cardOfSetup(
  services: Pick<Services, 'database' | 'clock'>,
  provider: PaymentProvider,
  accountId: string,
  setupId: string,
): Promise<CardOnFile | Problem> {
  const card = await readCard(services, provider, accountId, setupId)
  if (!(card instanceof Problem)) await keep(services, provider, accountId, card)
  return card
}

/** The same card, only to be named: nothing is stored, and nothing refused where it cannot be read. */
export async function nameOfCard(
  services: Pick<Services, 'database' | 'payments'>,
  accountId: string,
  {
    paymentProvider,
    setupIntent,
  }: { paymentProvider?: string | undefined; setupIntent?: string | undefined },
): Promise<Omit<CardOnFile, 'method'> | undefined> {
  const provider = services.payments.get(paymentProvider ?? '')
  if (!provider || setupIntent === undefined) return undefined
  const card = await readCard(services, provider, accountId, setupIntent)
  if (card instanceof Problem) return undefined
  const { brand, last4, expires } = card
  return { brand, last4, expires }
}

async function readCard(
  services: Pick<Services, 'database'>,
  provider: PaymentProvider,
  accountId: string,
  setupId: string,
): Promise<CardOnFile | Problem> {
  const customer = await findCustomer(services.database.db, accountId, provider)
  const setup = customer === undefined ? undefined : await provider.readSetup(setupId)
  // another customer's set-up is refused like an unknown one
  if (!setup) return new Problem('card-not-registered')
  if (setup.kind === 'unknown') return new Problem('unavailable', { retryAfterSeconds: 5 })
  if (setup.customer !== customer) return new Problem('card-not-registered')
  if (setup.kind !== 'succeeded' || !setup.card) return new Problem('card-not-registered')
  return setup.card
}

/** Returns a card that already belongs to the customer. */
export async function cardOfMethod(
  services: Pick<Services, 'database' | 'clock'>,
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

async function keep(
  services: Pick<Services, 'database' | 'clock'>,
  provider: PaymentProvider,
  accountId: string,
  card: CardOnFile,
) {
  const { db } = services.database
  await keepCard(db, { accountId, provider, card, now: services.clock.now() })
}
