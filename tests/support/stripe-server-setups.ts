import { type Kept, type StripeBooks, StripeRefusal } from './stripe-server-books.ts'
import { type FakeCard, findCard } from './stripe-server-cards.ts'
import { type Form, formIn, mapIn, textIn } from './stripe-server-form.ts'

/** Customers, their cards, and the set-ups that store them. */
export type StripeSetups = ReturnType<typeof createStripeSetups>

export function createStripeSetups(books: StripeBooks) {
  const cardBehind = new Map<string, FakeCard>()

  /** A payment method from a test number, or from the name of a test card. */
  const makeMethod = (form: Form): Kept => {
    const data = formIn(form, 'card')
    const number = textIn(data, 'number') ?? textIn(data, 'token') ?? ''
    const card = findCard(number)
    if (!card) {
      const error = { type: 'card_error', code: 'incorrect_number', param: 'number' }
      throw new StripeRefusal(402, { ...error, message: 'Your card number is incorrect.' })
    }
    const method = books.keep('pm', 'payment_method', {
      type: 'card',
      customer: null,
      card: {
        brand: card.brand,
        last4: card.number.slice(-4),
        exp_month: Number(textIn(data, 'exp_month') ?? 12),
        exp_year: Number(textIn(data, 'exp_year') ?? 2039),
        country: 'US',
        funding: 'credit',
      },
      metadata: {},
    })
    cardBehind.set(method.id, card)
    return method
  }

  /** The method that a request names, or enters. */
  const methodOf = (form: Form): Kept | undefined => {
    const given = textIn(form, 'payment_method')
    if (given !== undefined)
      return findCard(given)
        ? makeMethod({ card: { token: given } })
        : books.find('payment_method', given, 'payment_method')
    const entered = formIn(form, 'payment_method_data')
    return textIn(entered, 'type') === 'card' ? makeMethod(entered) : undefined
  }

  const complete = (setup: Kept, method: Kept): Kept => {
    Object.assign(method, { customer: setup.customer })
    Object.assign(setup, {
      status: 'succeeded',
      payment_method: method.id,
      next_action: null,
      last_setup_error: null,
    })
    books.tell('payment_method.attached', method)
    books.tell('setup_intent.succeeded', setup)
    return setup
  }

  const refuse = (setup: Kept, method: Kept, error: Record<string, unknown>): Kept => {
    const last = { type: 'card_error', payment_method: structuredClone(method), ...error }
    Object.assign(setup, {
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_setup_error: last,
    })
    books.tell('setup_intent.setup_failed', setup)
    return setup
  }

  const confirmSetup = (id: string, form: Form): Kept => {
    const setup = books.find('setup_intent', id)
    if (setup.status === 'succeeded' || setup.status === 'canceled') throw unexpected(setup)
    const method = methodOf(form)
    if (!method) throw missing('payment_method')
    const { setup: bank } = cardBehind.get(method.id) as FakeCard
    if (bank === 'succeeds') return complete(setup, method)
    if (bank === 'asks') {
      Object.assign(setup, {
        status: 'requires_action',
        payment_method: method.id,
        next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
      })
      books.tell('setup_intent.requires_action', setup)
      return setup
    }
    refuse(setup, method, bank)
    throw new StripeRefusal(402, { type: 'card_error', ...bank, setup_intent: structuredClone(setup) })
  }

  return {
    makeMethod,
    methodOf,
    confirmSetup,
    cardOf: (method: Kept): FakeCard => cardBehind.get(method.id) as FakeCard,

    makeCustomer(form: Form): Kept {
      const customer = books.keep('cus', 'customer', {
        email: textIn(form, 'email') ?? null,
        name: textIn(form, 'name') ?? null,
        metadata: mapIn(form, 'metadata'),
      })
      books.tell('customer.created', customer)
      return customer
    },

    makeSetup(form: Form): Kept {
      const customer = textIn(form, 'customer')
      if (customer !== undefined) books.find('customer', customer, 'customer')
      const setup = books.keep('seti', 'setup_intent', {
        customer: customer ?? null,
        usage: textIn(form, 'usage') ?? 'off_session',
        payment_method_types: ['card'],
        payment_method: null,
        status: 'requires_payment_method',
        next_action: null,
        last_setup_error: null,
        metadata: mapIn(form, 'metadata'),
      })
      Object.assign(setup, { client_secret: `${setup.id}_secret_${setup.id.slice(-12)}` })
      books.tell('setup_intent.created', setup)
      return setup
    },

    cancelSetup(id: string): Kept {
      const setup = books.find('setup_intent', id)
      if (setup.status === 'succeeded' || setup.status === 'canceled') throw unexpected(setup)
      Object.assign(setup, { status: 'canceled', next_action: null })
      books.tell('setup_intent.canceled', setup)
      return setup
    },

    /** The card holder's answer to their bank. */
    answerSetup(setup: Kept, approve: boolean): Kept {
      const method = books.find('payment_method', String(setup.payment_method))
      return approve ? complete(setup, method) : refuse(setup, method, notConfirmed('setup_intent'))
    },

    attach(id: string, form: Form): Kept {
      const method = methodOf({ payment_method: id }) as Kept
      const customer = books.find('customer', textIn(form, 'customer'), 'customer')
      Object.assign(method, { customer: customer.id })
      books.tell('payment_method.attached', method)
      return method
    },

    detach(id: string): Kept {
      const method = books.find('payment_method', id, 'payment_method')
      if (method.customer === null) {
        const message =
          'The payment method you provided is not attached to a customer so detachment is impossible.'
        throw new StripeRefusal(400, { type: 'invalid_request_error', message })
      }
      Object.assign(method, { customer: null })
      books.tell('payment_method.detached', method)
      return method
    },
  }
}

export function unexpected(intent: Kept): StripeRefusal {
  return new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: `${intent.object}_unexpected_state`,
    message: `You cannot do this to this ${intent.object} because it has a status of ${intent.status}.`,
    [intent.object]: structuredClone(intent),
  })
}

export function missing(param: string): StripeRefusal {
  const message = `Missing required param: ${param}.`
  return new StripeRefusal(400, { type: 'invalid_request_error', code: 'parameter_missing', param, message })
}

/** The card holder did not confirm to their bank. */
export function notConfirmed(intent: 'setup_intent' | 'payment_intent'): Record<string, unknown> {
  return {
    code: `${intent}_authentication_failure`,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  }
}
