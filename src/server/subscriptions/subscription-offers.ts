import type { calls } from '#contract/calls.ts'
import { offerFor } from '#domain/billing/offer.ts'
import { priceSets } from '#domain/pricing.ts'
import { isBusiness } from '#domain/tax/buyer.ts'
import { lockBilledAccount } from '#server/billing/billing.store.ts'
import { billingContext } from '#server/billing/billing-context.ts'
import { stateOf } from '#server/billing/subscription-state.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { readServiceMode } from '#server/site/service-mode.ts'

/** What the account would pay for each interval if it subscribed now; `PUT /api/subscription` charges just that. */
export async function subscriptionOffers(
  services: Services,
  { viewer }: Pick<CallContext<typeof calls.subscriptionOffers>, 'viewer'>,
): Promise<CallAnswer<typeof calls.subscriptionOffers>> {
  const serviceMode = await readServiceMode(services)
  const account = await inTransaction(services.database.db, (trx) => lockBilledAccount(trx, viewer.accountId))
  if (!account) return new Problem('not-found')
  const context = billingContext(services, serviceMode, account)
  const consumer = !isBusiness(account)
  const state = stateOf(account.subscription, consumer)
  const onSale = priceSets[services.config.priceSet]
  const kept = state.cycle !== null && state.plan ? state.plan : onSale
  const offers = kept.intervals.flatMap(
    ({ interval }) => offerFor(state, { plan: onSale, users: account.users, interval }, context) ?? [],
  )
  return {
    status: 200,
    body: {
      users: offers[0]?.users ?? 1,
      chargedAt: offers[0]?.chargedAt?.toISOString() ?? null,
      vat: { basisPoints: context.vat.basisPoints, reverseCharge: context.vat.reverseCharge },
      consumer,
      offers: offers.map(({ interval, priceCents, due, extendedAt }) => ({
        interval,
        priceCents,
        netCents: due.netCents,
        vatCents: due.vatCents,
        grossCents: due.grossCents,
        extendedAt: extendedAt.toISOString(),
      })),
    },
  }
}
