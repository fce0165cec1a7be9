import type { calls } from '#contract/calls.ts'
import { type Offer, offerAtOnce, offerFor } from '#domain/billing/offer.ts'
import { isBusiness } from '#domain/tax/buyer.ts'
import { lockSubscription } from '#server/books/billing/billed-subscription.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readServiceMode } from '#server/platform/site/service-mode.ts'
import { planOnSale } from '#server/platform/site-files/plan-on-sale.ts'
import { nameOfCard } from './read-card.ts'

/**
 * Returns the account's current price for each interval; `PUT /api/subscription` charges exactly that. Names the card of the
 * set-up intent in the query.
 */
export async function subscriptionOffers(
  services: Services,
  { viewer, query }: Pick<CallContext<typeof calls.subscriptionOffers>, 'viewer' | 'query'>,
): Promise<CallAnswer<typeof calls.subscriptionOffers>> {
  const serviceMode = await readServiceMode(services)
  const subscription = await inTransaction(services.database.db, (trx) =>
    lockSubscription(trx, services, serviceMode, viewer.accountId),
  )
  if (!subscription) return new Problem('not-found')
  const card = await nameOfCard(services, viewer.accountId, query)
  const { account, state, context } = subscription
  const consumer = !isBusiness(account)
  const onSale = planOnSale(services)
  const kept = state.cycle !== null && state.plan ? state.plan : onSale
  const offers = kept.intervals.flatMap(({ interval }) => {
    const order = { plan: onSale, users: account.users, interval }
    const offer = offerFor(state, order, context)
    return offer ? { ...offer, atOnce: offerAtOnce(state, order, context) } : []
  })
  return {
    status: 200,
    body: {
      users: offers[0]?.users ?? 1,
      chargedAt: offers[0]?.chargedAt?.toISOString() ?? null,
      vat: { basisPoints: context.vat.basisPoints, reverseCharge: context.vat.reverseCharge },
      consumer,
      ...(card && { card }),
      offers: offers.map(({ interval, priceCents, vatCents, atOnce, ...offer }) => ({
        interval,
        priceCents,
        vatCents,
        ...shown(offer),
        ...(atOnce && { atOnce: { restCents: atOnce.restCents, ...shown(atOnce) } }),
      })),
    },
  }
}

function shown({
  creditCents,
  openCents,
  dueCents,
  extendedAt,
}: Pick<Offer, 'creditCents' | 'openCents' | 'dueCents' | 'extendedAt'>) {
  return {
    creditCents,
    ...(openCents > 0 && { openCents }),
    grossCents: dueCents,
    extendedAt: extendedAt.toISOString(),
  }
}
