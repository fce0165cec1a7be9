import { nextPeriodCents } from '#domain/billing/renewal.ts'
import { quoteUsers } from '#domain/billing/seats.ts'
import { amountOf } from '#domain/money.ts'
import { licensesFor, seatsFor } from '#domain/team/seats.ts'
import { lockSubscription } from '#server/books/billing/billed-subscription.ts'
import { quoteToken } from '#server/business/subscriptions/users-quote.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { seatedSubscription, seatProblems } from './seated-subscription.ts'

/**
 * Returns the cost, now and later, of a number of users in place of the current one, to be shown before it is ordered.
 * Refused by the same codes as saving that many users: `card-needed`, `subscription-needed`, `no-seat-left`, …
 */
export const quoteUsersCall: UseCase<'usersQuote'> = async (services, { body, viewer }) => {
  const subscription = await inTransaction(services.database.db, (trx) =>
    lockSubscription(trx, services, viewer.accountId),
  )
  if (!subscription) return new Problem('not-found')
  const { account, state, context } = subscription
  const [before, after] = [account.users, body.userCount]
  const stored = account.subscription
  const seated = seatedSubscription(
    services,
    stored && {
      status: stored.status,
      until: stored.until,
      licenseCount: stored.license_count,
      card: state.method !== null,
    },
  )
  const answer = after > before ? seatsFor(seated, after) : 'fits'
  if (answer !== 'fits' && answer !== 'price-change') return new Problem(seatProblems[answer])
  const licenses = seated ? licensesFor(seated, { before, after }) : state.licenseCount
  const quote = quoteUsers(state, licenses, context)
  if ('problem' in quote) return new Problem(quote.problem)
  // a change with a charge quotes the next one itself; one without a charge may still change it
  const next =
    quote.nextTotal.netCents > 0 && quote.paidAfter !== quote.paidBefore
      ? quote.nextTotal
      : amountOf(
          nextPeriodCents(state, { users: after, paidLicenses: quote.paidAfter }, context),
          context.vatBasisPoints,
        )
  return {
    status: 200,
    body: {
      quoteId: quoteToken(services.config, viewer.accountId, quote),
      paidUsersBefore: quote.paidBefore,
      paidUsersAfter: quote.paidAfter,
      dueNowCents: quote.dueNowCents,
      creditCents: quote.creditCents,
      nextTotalCents: next.grossCents,
      interval: state.nextInterval ?? state.interval,
      nextAt: state.until?.toISOString() ?? null,
      vat: { basisPoints: context.vat.basisPoints, reverseCharge: context.vat.reverseCharge },
      expiresAt: quote.expiresAt.toISOString(),
    },
  }
}
