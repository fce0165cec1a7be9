import type { calls } from '#contract/calls.ts'
import { forgetImmediateStart, noteImmediateStart } from '#server/books/billing/immediate-start.store.ts'
import type { CallContext } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type Applied, applyBillingEvent, storeEvent, withSubscription } from './apply-billing-event.ts'
import { planForAccount } from './plan-for-account.ts'
import { cardOfMethod, cardOfSetup, providerNamed } from './read-card.ts'

type Context = CallContext<typeof calls.changeSubscription>
type Order = Extract<Context['body'], { interval: unknown }>

/** PUT /api/subscription: the body is a new card or a subscription (product.md section 7). */
export function changeSubscription(
  services: Services,
  { body, viewer }: Pick<Context, 'body' | 'viewer'>,
): Promise<Applied | Problem | undefined> {
  return 'paymentMethod' in body
    ? updateCard(services, viewer.accountId, body.paymentMethod)
    : subscribe(services, viewer.accountId, body)
}

/** Sets the card for all future charges; overdue ones are charged at once. */
async function updateCard(
  services: Services,
  accountId: string,
  method: string,
): Promise<Applied | Problem | undefined> {
  for (const provider of services.payments.values()) {
    // the card form returns the set-up; a payment method of the customer is accepted, too
    const card = method.startsWith('seti_')
      ? await cardOfSetup(services, provider, accountId, method)
      : await cardOfMethod(services, provider, accountId, method)
    if (card instanceof Problem && card.code === 'card-not-registered') continue
    if (card instanceof Problem) return card
    const event = { type: 'update-card', method: card.method, provider: provider.name } as const
    return applyBillingEvent(services, accountId, event)
  }
  return new Problem('card-not-registered')
}

/** Subscribes, or changes the interval, with the card of a set-up or the stored one. */
async function subscribe(
  services: Services,
  accountId: string,
  order: Order,
): Promise<Applied | Problem | undefined> {
  const provider = providerNamed(services, order.paymentProvider)
  if (provider instanceof Problem) return provider
  const card =
    order.setupIntent === undefined
      ? undefined
      : await cardOfSetup(services, provider, accountId, order.setupIntent)
  if (card instanceof Problem) return card
  let noted: string | undefined
  const done = await withSubscription(services, accountId, async (trx, subscription) => {
    const { users, confirmed, country, billingAddress } = subscription.account
    // first, because the confirmation mail repeats it
    noted = order.immediateStart ? await noteImmediateStart(trx, services, accountId, order) : undefined
    const stored = await storeEvent(trx, services, subscription, {
      type: 'subscribe',
      interval: order.interval,
      atOnce: order.atOnce,
      plan: await planForAccount(trx, services, subscription),
      method: card?.method,
      provider: card && provider.name,
      users,
      confirmed,
      billingComplete: Boolean(country && billingAddress),
      shownGrossCents: order.shownGrossCents,
    })
    // a request belongs to an accepted order only
    if (noted !== undefined && stored instanceof Problem) await forgetImmediateStart(trx, noted)
    return stored
  })
  const declined = done && !(done instanceof Problem) && done.charged?.kind === 'declined'
  if (noted !== undefined && declined) await forgetImmediateStart(services.database.db, noted)
  return done
}
