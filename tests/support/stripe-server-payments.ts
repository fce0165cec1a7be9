import { type Kept, type StripeBooks, StripeRefusal } from './stripe-server-books.ts'
import { type Decline, declined } from './stripe-server-cards.ts'
import { type Form, mapIn, textIn } from './stripe-server-form.ts'
import { missing, notConfirmed, type StripeSetups, unexpected } from './stripe-server-setups.ts'

/** Payments, charges and refunds. */
export type StripePayments = ReturnType<typeof createStripePayments>

export function createStripePayments(books: StripeBooks, setups: StripeSetups, declines: () => boolean) {
  const charged = (intent: Kept, status: 'succeeded' | 'failed'): Kept => {
    const charge = books.keep('ch', 'charge', {
      amount: intent.amount,
      amount_refunded: 0,
      currency: intent.currency,
      customer: intent.customer,
      payment_intent: intent.id,
      status,
      paid: status === 'succeeded',
      disputed: false,
      metadata: { ...(intent.metadata as object) },
    })
    Object.assign(intent, { latest_charge: charge.id })
    return charge
  }

  const succeed = (intent: Kept, method: Kept): Kept => {
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      payment_method: method.id,
      next_action: null,
      last_payment_error: null,
    })
    books.tell('charge.succeeded', charged(intent, 'succeeded'))
    books.tell('payment_intent.succeeded', intent)
    return intent
  }

  const fail = (intent: Kept, method: Kept, error: Record<string, unknown>): Kept => {
    const charge = charged(intent, 'failed')
    const last = { type: 'card_error', charge: charge.id, payment_method: structuredClone(method), ...error }
    Object.assign(intent, {
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_payment_error: last,
    })
    books.tell('charge.failed', charge)
    books.tell('payment_intent.payment_failed', intent)
    return intent
  }

  const refusal = (intent: Kept, error: Record<string, unknown>) =>
    new StripeRefusal(402, { type: 'card_error', ...error, payment_intent: structuredClone(intent) })

  const confirmPayment = (id: string, form: Form): Kept => {
    const intent = books.find('payment_intent', id)
    if (!/^requires_(payment_method|confirmation|action)$/.test(String(intent.status)))
      throw unexpected(intent)
    const method = setups.methodOf(form)
    if (!method) throw missing('payment_method')
    belongs(method, String(intent.customer))
    const { charge, setup } = setups.cardOf(method)
    const bank: 'succeeds' | 'asks' | Decline = declines()
      ? declined
      : charge !== 'asks-once'
        ? charge
        : setup === 'asks' && wasSetUp(method)
          ? 'succeeds'
          : 'asks'
    if (bank === 'succeeds') return succeed(intent, method)
    if (bank !== 'asks') throw refusal(fail(intent, method, bank), bank)
    if (textIn(form, 'off_session') === 'true') {
      throw refusal(fail(intent, method, authenticationRequired), authenticationRequired)
    }
    Object.assign(intent, {
      status: 'requires_action',
      payment_method: method.id,
      last_payment_error: null,
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
    })
    books.tell('payment_intent.requires_action', intent)
    return intent
  }

  const belongs = (method: Kept, customer: string) => {
    if (method.customer === customer) return
    throw new StripeRefusal(400, {
      type: 'invalid_request_error',
      param: 'payment_method',
      message: `The customer does not have a payment method with the ID ${method.id}.`,
    })
  }

  const wasSetUp = (method: Kept) =>
    books
      .all('setup_intent')
      .some(({ payment_method: id, status }) => id === method.id && status === 'succeeded')

  const givenBack = (intentId: string) =>
    books
      .all('refund')
      .filter(({ payment_intent: id, status }) => id === intentId && status !== 'failed')
      .reduce((sum, { amount }) => sum + Number(amount), 0)

  return {
    confirmPayment,

    makePayment(form: Form): Kept {
      const amount = Number(textIn(form, 'amount'))
      const customer = books.find('customer', textIn(form, 'customer'), 'customer')
      if (!(amount >= 50)) {
        const error = { type: 'invalid_request_error', code: 'amount_too_small', param: 'amount' }
        throw new StripeRefusal(400, { ...error, message: 'Amount must be at least €0.50 eur' })
      }
      // what can not be is refused before anything is kept
      const named = textIn(form, 'payment_method')
      if (named?.startsWith('pm_') && !named.startsWith('pm_card_'))
        belongs(books.find('payment_method', named, 'payment_method'), customer.id)
      const intent = books.keep('pi', 'payment_intent', {
        amount,
        amount_received: 0,
        currency: textIn(form, 'currency'),
        customer: customer.id,
        description: textIn(form, 'description') ?? null,
        metadata: mapIn(form, 'metadata'),
        payment_method: null,
        latest_charge: null,
        last_payment_error: null,
        next_action: null,
        canceled_at: null,
        status: 'requires_payment_method',
      })
      Object.assign(intent, { client_secret: `${intent.id}_secret_${intent.id.slice(-12)}` })
      books.tell('payment_intent.created', intent)
      return textIn(form, 'confirm') === 'true' ? confirmPayment(intent.id, form) : intent
    },

    cancelPayment(id: string, form: Form): Kept {
      const intent = books.find('payment_intent', id)
      if (!String(intent.status).startsWith('requires_')) throw unexpected(intent)
      Object.assign(intent, {
        status: 'canceled',
        canceled_at: intent.created,
        cancellation_reason: textIn(form, 'cancellation_reason') ?? null,
        next_action: null,
      })
      books.tell('payment_intent.canceled', intent)
      return intent
    },

    /** The card holder's answer to their bank. */
    answerPayment(intent: Kept, approve: boolean): Kept {
      const method = books.find('payment_method', String(intent.payment_method))
      return approve ? succeed(intent, method) : fail(intent, method, notConfirmed('payment_intent'))
    },

    makeRefund(form: Form): Kept {
      const intent = books.find('payment_intent', textIn(form, 'payment_intent'), 'payment_intent')
      const left = Number(intent.amount_received) - givenBack(intent.id)
      const amount = Number(textIn(form, 'amount') ?? left)
      if (left === 0 || amount > left) {
        const code = left === 0 ? { code: 'charge_already_refunded' } : { param: 'amount' }
        const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
        throw new StripeRefusal(400, { type: 'invalid_request_error', ...code, message })
      }
      const refund = books.keep('re', 'refund', {
        amount,
        currency: intent.currency,
        charge: intent.latest_charge,
        payment_intent: intent.id,
        status: 'succeeded',
        reason: textIn(form, 'reason') ?? null,
        metadata: mapIn(form, 'metadata'),
      })
      const charge = books.find('charge', String(intent.latest_charge))
      Object.assign(charge, { amount_refunded: givenBack(intent.id) })
      books.tell('refund.created', refund)
      books.tell('charge.refunded', charge)
      return refund
    },

    makeDispute(intentId: string): Kept {
      const intent = books.find('payment_intent', intentId)
      const dispute = books.keep('dp', 'dispute', {
        amount: intent.amount,
        currency: intent.currency,
        charge: intent.latest_charge,
        payment_intent: intent.id,
        reason: 'fraudulent',
        status: 'needs_response',
        metadata: {},
      })
      books.tell('charge.dispute.created', dispute)
      return dispute
    },

    closeDispute(id: string, status: 'won' | 'lost'): Kept {
      const dispute = books.find('dispute', id)
      Object.assign(dispute, { status })
      books.tell('charge.dispute.closed', dispute)
      return dispute
    },
  }
}

const authenticationRequired: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}
