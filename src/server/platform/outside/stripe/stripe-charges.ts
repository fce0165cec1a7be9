import type { ChargeOrder, ChargeResult, PaymentProvider } from '#server/platform/outside/payment.ts'
import { isMissing, type RefusedByStripe, type StripeContext, unknownBy } from './ask-stripe.ts'
import { listAll } from './list-all.ts'
import { type Expected, readCharge } from './read-charge.ts'
import { Payment } from './stripe-shapes.ts'

type Charges = Pick<PaymentProvider, 'charge' | 'findCharge' | 'cancelCharge'>

/** Charges stored cards, and finds out the outcome. */
export function stripeCharges(context: StripeContext): Charges {
  const { ask, installation, livemode } = context
  const ours = { installation, livemode }
  return {
    charge: (order) => charge(context, order),

    findCharge: ({ attemptId, ref, customer, since }) =>
      ref
        ? readByRef(context, ref, { ...ours, attemptId, customer })
        : findAttempt(context, { ...ours, attemptId, customer }, since),

    async cancelCharge(ref) {
      const asked = await ask(({ paymentIntents }) =>
        paymentIntents.cancel(ref, { cancellation_reason: 'abandoned' }),
      )
      // one that cannot be cancelled was paid, or was cancelled before
      return asked.kind === 'answer' ? readCharge(asked.body, ours) : readByRef(context, ref, ours)
    },
  }
}

async function charge(context: StripeContext, order: ChargeOrder): Promise<ChargeResult> {
  const { installation, livemode } = context
  const expected = { installation, livemode, ...order }
  const asked = await context.ask(({ paymentIntents }) =>
    paymentIntents.create(
      {
        amount: order.amountCents,
        currency: 'eur',
        customer: order.customer,
        payment_method: order.method,
        allowed_payment_method_types: ['card'],
        confirm: true,
        off_session: true,
        description: order.description,
        metadata: {
          account: order.accountId,
          charge: order.chargeId,
          attempt: order.attemptId,
          installation,
        },
      },
      { idempotencyKey: order.idempotencyKey },
    ),
  )
  if (asked.kind === 'answer') return readCharge(asked.body, expected)
  if (asked.kind === 'refused') {
    if (asked.intent) return readCharge(asked.intent, expected)
    // an earlier request may have succeeded before customer or card was deleted
    const found = await findAttempt(context, expected, undefined)
    return found === 'none' ? refusedBy(asked) : found
  }
  // Stripe returns its own failure again for the same key: only the list shows the outcome
  if (!asked.answered) return unknownBy(asked)
  const found = await findAttempt(context, expected, undefined)
  return found === 'none' ? unknownBy(asked) : found
}

/** Nothing was charged, and never will be for this order. */
function refusedBy({ code, param, message }: RefusedByStripe): ChargeResult {
  const ofTheCard = param === 'payment_method'
  const hard = ofTheCard || param === 'customer' || code === 'resource_missing'
  return { kind: 'refused', code: code ?? (ofTheCard ? 'no_such_method' : 'invalid_request'), hard, message }
}

/** Maximum difference between our clock and Stripe's. */
const slackMs = 3_600_000

async function findAttempt(
  { ask }: StripeContext,
  expected: Expected & { readonly customer: string },
  since: Date | undefined,
): Promise<ChargeResult | 'none'> {
  const { customer, attemptId } = expected
  // listed, because Stripe's search index lags behind
  const created =
    since === undefined ? {} : { created: { gte: Math.floor((since.getTime() - slackMs) / 1000) } }
  const all = await listAll(ask, Payment, ({ paymentIntents }, paging) =>
    paymentIntents.list({ customer, ...created, ...paging }),
  )
  // a customer that does not exist has paid nothing
  if ('kind' in all) return all.isMissing ? 'none' : all
  const results = all
    .filter(({ metadata }) => metadata.attempt === attemptId)
    .map((payment) => readCharge(payment, expected))
  return results.find(({ kind }) => kind === 'succeeded') ?? results[0] ?? 'none'
}

async function readByRef({ ask }: StripeContext, ref: string, expected: Expected): Promise<ChargeResult> {
  const asked = await ask(({ paymentIntents }) => paymentIntents.retrieve(ref))
  if (asked.kind === 'answer') return readCharge(asked.body, expected)
  // no such payment with these keys: it can never succeed
  if (isMissing(asked)) return { kind: 'cancelled', ref }
  return unknownBy(asked)
}
