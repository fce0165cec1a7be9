import { canonicalEmail, isEmail } from '#domain/accounts/contact.ts'
import { linkKeyOfOrder } from '#server/books/invoices/order-page.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import type { CardOnFile, PaymentProvider } from '#server/platform/outside/payment.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { isShopOpen } from './catalogue/open-shop.ts'
import { type CheckoutRow, findOrder, insertCheckout, isCardCheckout } from './order.store.ts'

/** The user and network of a request for a card form. */
type Asking = { readonly viewer: Viewer | undefined; readonly network: string }

const away = () => new Problem('unavailable', { retryAfterSeconds: 5 })

/**
 * Begins a checkout: returns the future order's id, its key, and the client secret of the card form. Each checkout gets
 * a separate customer at the provider, so that guests need no account and orders never touch the cards of a
 * subscription. Limited like all card forms (429), against the testing of stolen cards.
 */
export async function beginCheckout(
  services: Services,
  { email: typed, paymentProvider, ...asking }: Asking & { email: string; paymentProvider: string },
): Promise<{ orderId: string; key: string; clientSecret: string } | Problem> {
  const { random, clock, database } = services
  const refused = await refusedStart(services, typed)
  if (refused) return refused
  const provider = services.payments.get(paymentProvider)
  if (!provider) return new Problem('invalid', { fields: { paymentProvider: 'field_invalid' } })
  const tooMany = await tooManyForms(services, asking)
  if (tooMany) return tooMany
  const email = canonicalEmail(typed.trim())
  const orderId = random.id()
  const customer = await provider.ensureCustomer({ accountId: orderId, email, known: undefined })
  if (typeof customer !== 'string') return away()
  await insertCheckout(database.db, {
    order_id: orderId,
    user_id: asking.viewer?.userId ?? null,
    email,
    provider: provider.name,
    mode: provider.mode,
    customer,
    created_at: clock.now(),
  })
  const clientSecret = await cardFormOf(services, provider, customer)
  return clientSecret instanceof Problem
    ? clientSecret
    : { orderId, key: await linkKeyOfOrder(database.db, services.config, orderId), clientSecret }
}

/** Begins a checkout without a card, for payment on invoice; limited, because any address can be typed. */
export async function beginInvoiceCheckout(
  services: Services,
  { email, viewer, network }: Asking & { email: string },
): Promise<{ orderId: string; key: string } | Problem> {
  const { random, clock, database, config } = services
  const refused = await refusedStart(services, email)
  if (refused) return refused
  if (config.onInvoice.to === 'nobody') return new Problem('invoice-not-offered')
  const tooMany = await services.limits.invoiceOrders.consume(network)
  if (tooMany) return tooMany
  const orderId = random.id()
  await insertCheckout(database.db, {
    order_id: orderId,
    user_id: viewer?.userId ?? null,
    email: canonicalEmail(email.trim()),
    provider: null,
    mode: null,
    customer: null,
    created_at: clock.now(),
  })
  return { orderId, key: await linkKeyOfOrder(database.db, services.config, orderId) }
}

async function refusedStart(services: Services, email: string): Promise<Problem | undefined> {
  if (!isEmail(email.trim())) return new Problem('invalid', { fields: { email: 'field_email_invalid' } })
  return (await isShopOpen(services)) ? undefined : new Problem('shop-closed')
}

/** Begins another card for an existing checkout, limited likewise. */
export async function beginAnotherCard(
  services: Pick<Services, 'database' | 'random' | 'limits' | 'payments'>,
  { checkout, ...asking }: Asking & { checkout: CheckoutRow },
): Promise<{ clientSecret: string } | Problem> {
  const provider = isCardCheckout(checkout) ? services.payments.get(checkout.provider) : undefined
  const order = await findOrder(services.database.db, checkout.order_id)
  const isClosed = order !== undefined && (order.state !== 'placed' || order.due_on !== null)
  if (isClosed || !provider || checkout.customer === null || provider.mode !== checkout.mode)
    return new Problem('order-closed')
  const tooMany = await tooManyForms(services, asking)
  if (tooMany) return tooMany
  const clientSecret = await cardFormOf(services, provider, checkout.customer)
  return clientSecret instanceof Problem ? clientSecret : { clientSecret }
}

/**
 * Returns the card of a set-up, as read from the provider: the browser is not trusted. The set-up must have succeeded
 * and belong to this checkout.
 */
export async function cardOfCheckout(
  services: Pick<Services, 'payments'>,
  { provider: name, customer, mode }: CheckoutRow,
  setupId: string,
): Promise<CardOnFile | Problem> {
  const provider = name === null ? undefined : services.payments.get(name)
  const setup = provider?.mode === mode && customer !== null ? await provider.readSetup(setupId) : undefined
  if (setup?.kind === 'unknown') return away()
  const isOwn = setup?.customer === customer && setup?.kind === 'succeeded'
  return isOwn && setup.card ? setup.card : new Problem('card-not-registered')
}

async function tooManyForms(
  { limits }: Pick<Services, 'limits'>,
  { viewer, network }: Asking,
): Promise<Problem | undefined> {
  const ofAccount = viewer && (await limits.cardFormsOfAccount.consume(viewer.accountId))
  return ofAccount ?? limits.cardFormsOfNetwork.consume(network)
}

async function cardFormOf(
  { random }: Pick<Services, 'random'>,
  provider: PaymentProvider,
  customer: string,
): Promise<string | Problem> {
  const setup = await provider.createSetup({ customer, idempotencyKey: random.token() })
  return 'kind' in setup ? away() : setup.clientSecret
}
