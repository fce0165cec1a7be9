import type { FastifyInstance } from 'fastify'
import type { Subscription } from '#contract/accounts/accounts.ts'
import { calls } from '#contract/calls.ts'
import { rangeOf } from '#domain/page-size.ts'
import { paymentProblem } from '#server/books/billing/payment-problem.ts'
import { readInvoicePage } from '#server/books/invoices/invoice.store.ts'
import { type InvoiceFacts, writtenInvoice } from '#server/books/invoices/invoice-facts.ts'
import { readSession } from '#server/business/user-session/read-session.ts'
import { route } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type Applied, applyBillingEvent, storeEvent, withSubscription } from './apply-billing-event.ts'
import { beginCard } from './begin-card.ts'
import { changeSubscription } from './change-subscription.ts'
import { couponTerms } from './coupon-terms.ts'
import { agreeToPrice, showNewPrice } from './new-price.ts'
import { checkPayment, openPayment } from './open-payment.ts'
import { priceQuote } from './price-quote.ts'
import { redeemTypedCoupon } from './redeem-coupon.ts'
import { subscriptionOffers } from './subscription-offers.ts'

/** Registers the calls for prices, subscriptions and payments (product.md section 7). */
export function registerBillingCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.priceQuote, (context) => priceQuote(services, context))
  route(app, calls.couponTerms, (context) => couponTerms(services, context))
  route(app, calls.subscriptionOffers, (context) => subscriptionOffers(services, context))
  route(app, calls.setupIntent, async ({ params, viewer, visitor }) => {
    const asked = { provider: params.provider, viewer, network: visitor.network }
    const begun = await beginCard(services, asked)
    return begun instanceof Problem ? begun : { status: 200, body: begun }
  })
  route(app, calls.changeSubscription, async (context) =>
    answer(services, context.viewer, await changeSubscription(services, context)),
  )
  for (const [call, change] of [
    [calls.cancelSubscription, cancelSubscription],
    [calls.resumeSubscription, resumeSubscription],
  ] as const) {
    route(app, call, async ({ viewer }) => {
      const done = await change(services, viewer.accountId)
      if (done instanceof Problem) return done
      return { status: 200, body: { subscription: await subscriptionOf(services, viewer) } } as const
    })
  }
  route(app, calls.refundSubscription, async ({ viewer }) =>
    answer(services, viewer, await applyBillingEvent(services, viewer.accountId, { type: 'refund' })),
  )
  route(app, calls.tryPaymentAgain, async ({ viewer }) =>
    answer(services, viewer, await applyBillingEvent(services, viewer.accountId, { type: 'try-again' })),
  )
  route(app, calls.redeemCoupon, async ({ body, viewer, visitor }) => {
    const typed = { accountId: viewer.accountId, network: visitor.network, code: body.couponCode }
    const done = await redeemTypedCoupon(services, typed)
    if (done instanceof Problem) return done
    // a coupon that takes money off changes nothing yet
    if (done && done.decision.next === done.before) {
      const session = await readSession(services, viewer)
      const subscription = session.authenticated ? session.subscription : null
      return { status: 200, body: { subscription, kept: true } } as const
    }
    return { status: 200, body: { subscription: await subscriptionOf(services, viewer) } } as const
  })
  route(app, calls.newPrice, (context) => showNewPrice(services, context))
  route(app, calls.agreeToPrice, (context) => agreeToPrice(services, context))
  registerPaymentCalls(app, services)
}

function cancelSubscription(services: Services, accountId: string) {
  return applyBillingEvent(services, accountId, { type: 'cancel' })
}

/** Resumes for the current number of users. */
function resumeSubscription(services: Services, accountId: string) {
  return withSubscription(services, accountId, (trx, subscription) =>
    storeEvent(trx, services, subscription, { type: 'resume', users: subscription.account.users }),
  )
}

/** Pending payments, and invoices. */
function registerPaymentCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.openPayment, async ({ viewer }) => ({
    status: 200,
    body: { payment: await openPayment(services, viewer.accountId) },
  }))
  route(app, calls.checkPayment, async ({ viewer }) => {
    await checkPayment(services, viewer.accountId)
    return answer(services, viewer, undefined)
  })
  route(app, calls.invoices, async ({ viewer, query }) => {
    const range = rangeOf(query.page)
    const { count, rows } = await readInvoicePage(services.database.db, viewer.accountId, range)
    return {
      status: 200,
      body: {
        count,
        invoices: rows.map((row) => ({
          ...replacedBy(row),
          id: row.id,
          number: row.number,
          issuedOn: row.issued_on,
          kind: row.kind,
          ...(row.corrects !== null && { corrects: row.corrects }),
          netCents: row.net_cents,
          vatCents: row.vat_cents,
          grossCents: row.gross_cents,
          eInvoice: writtenInvoice(row).business,
        })),
      },
    }
  })
}

/** The invoice that an invoice replaces. */
function replacedBy({ kind, facts }: { kind: string; facts: unknown }): { replaces?: string } {
  const { replaces } = facts as InvoiceFacts
  return kind === 'invoice' && replaces ? { replaces: replaces.number } : {}
}

/** The current subscription; 202 while a charge is unsettled; the provider's message for a declined one. */
async function answer(
  services: Pick<Services, 'config' | 'database' | 'clock'>,
  viewer: Viewer,
  done: Applied | Problem | undefined,
) {
  if (done instanceof Problem) return done
  const problem = paymentProblem(done?.charged)
  if (problem) return problem
  const waits = (await openPayment(services, viewer.accountId)) !== null
  const session = await readSession(services, viewer)
  const subscription = session.authenticated ? session.subscription : null
  if (waits) return { status: 202, body: { status: 'payment-pending', subscription } } as const
  if (!subscription) return new Problem('no-subscription')
  return { status: 200, body: { subscription } } as const
}

async function subscriptionOf(
  services: Pick<Services, 'config' | 'database' | 'clock'>,
  viewer: Viewer,
): Promise<Subscription> {
  const session = await readSession(services, viewer)
  if (!session.authenticated || !session.subscription) throw new Error('the subscription is gone')
  return session.subscription
}
