import { type Offer, offerAtOnce, offerFor } from '#domain/billing/offer.ts'
import { amountOf } from '#domain/money.ts'
import { isBusiness } from '#domain/tax/buyer.ts'
import { lockSubscription } from '#server/books/billing/billed-subscription.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { planForAccount } from './plan-for-account.ts'
import { nameOfCard } from './read-card.ts'

/**
 * Returns the account's current price for each interval; `PUT /api/subscription` charges exactly that. Names the card of the
 * set-up intent in the query.
 */
export const subscriptionOffers: UseCase<'subscriptionOffers'> = async (services, { viewer, query }) => {
  const found = await inTransaction(services.database.db, async (trx) => {
    const subscription = await lockSubscription(trx, services, viewer.accountId)
    return subscription && { subscription, onSale: await planForAccount(trx, services, subscription) }
  })
  if (!found) return new Problem('not-found')
  const { subscription, onSale } = found
  const card = await nameOfCard(services, viewer.accountId, query)
  const { account, state, context } = subscription
  const consumer = !isBusiness(account)
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
        ...shown(offer, context.vatBasisPoints),
        ...(atOnce && {
          atOnce: { restCents: atOnce.restCents, ...shown(atOnce, context.vatBasisPoints) },
        }),
      })),
    },
  }
}

function shown(
  {
    creditCents,
    openCents,
    dueCents,
    extendedAt,
    coupon,
  }: Pick<Offer, 'creditCents' | 'openCents' | 'dueCents' | 'extendedAt' | 'coupon'>,
  vatBasisPoints: number,
) {
  return {
    creditCents,
    ...(openCents > 0 && { openCents }),
    grossCents: dueCents,
    extendedAt: extendedAt.toISOString(),
    ...(coupon && {
      coupon: {
        code: coupon.code,
        listGrossCents: amountOf(coupon.listCents, vatBasisPoints).grossCents,
        until: coupon.until?.toISOString() ?? null,
      },
    }),
  }
}
