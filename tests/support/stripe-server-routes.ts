import type { Kept, StripeBooks } from './stripe-server-books.ts'
import { type Form, textIn, textsIn } from './stripe-server-form.ts'
import type { StripePayments } from './stripe-server-payments.ts'
import type { StripeSetups } from './stripe-server-setups.ts'

type Route = {
  readonly method: string
  readonly path: RegExp
  /** A browser may do it too, with the publishable key and the secret of the thing. */
  readonly inBrowser?: true
  readonly answer: (form: Form, id: string) => unknown
}

/** The part of Stripe's API that is spoken here. */
export function stripeRoutes(
  books: StripeBooks,
  setups: StripeSetups,
  payments: StripePayments,
): readonly Route[] {
  const of = (name: string, form: Form) => (one: Kept) =>
    textIn(form, name) === undefined || one[name] === textIn(form, name)
  const get = (path: string, object: string): Route[] => [
    route('GET', `${path}/:id`, (_, id) => books.find(object, id)),
    route('GET', path, (form) =>
      books.list(
        object,
        form,
        (one) =>
          of('customer', form)(one) &&
          of('payment_intent', form)(one) &&
          (object !== 'customer' || of('email', form)(one)) &&
          fitsTypes(form, one),
      ),
    ),
  ]
  return [
    route('GET', 'customers/:id', (_, id) => {
      const customer = books.all('customer').find((one) => one.id === id)
      // Stripe still reports a deleted customer
      return customer?.deleted === true
        ? { id, object: 'customer', deleted: true }
        : books.find('customer', id)
    }),
    ...get('customers', 'customer'),
    ...get('setup_intents', 'setup_intent'),
    ...get('payment_methods', 'payment_method'),
    ...get('payment_intents', 'payment_intent'),
    ...get('charges', 'charge'),
    ...get('refunds', 'refund'),
    ...get('disputes', 'dispute'),
    ...get('events', 'event'),
    route('POST', 'customers', setups.makeCustomer),
    route('DELETE', 'customers/:id', (_, id) => {
      const customer = books.find('customer', id)
      Object.assign(customer, { deleted: true })
      for (const method of books.all('payment_method'))
        if (method.customer === id) Object.assign(method, { customer: null })
      return { id, object: 'customer', deleted: true }
    }),
    route('POST', 'setup_intents', setups.makeSetup),
    {
      ...route('POST', 'setup_intents/:id/confirm', (form, id) => setups.confirmSetup(id, form)),
      inBrowser: true,
    },
    route('POST', 'setup_intents/:id/cancel', (_, id) => setups.cancelSetup(id)),
    { ...route('POST', 'payment_methods', setups.makeMethod), inBrowser: true },
    route('POST', 'payment_methods/:id/attach', (form, id) => setups.attach(id, form)),
    route('POST', 'payment_methods/:id/detach', (_, id) => setups.detach(id)),
    route('POST', 'payment_intents', payments.makePayment),
    {
      ...route('POST', 'payment_intents/:id/confirm', (form, id) => payments.confirmPayment(id, form)),
      inBrowser: true,
    },
    route('POST', 'payment_intents/:id/cancel', (form, id) => payments.cancelPayment(id, form)),
    route('POST', 'refunds', payments.makeRefund),
    ...get('webhook_endpoints', 'webhook_endpoint'),
    route('POST', 'webhook_endpoints', (form) => {
      const one = books.keep('we', 'webhook_endpoint', { url: textIn(form, 'url') })
      return { ...one, secret: `whsec_of_${one.id}` }
    }),
    route('DELETE', 'webhook_endpoints/:id', (_, id) => {
      Object.assign(books.find('webhook_endpoint', id), { deleted: true })
      return { id, object: 'webhook_endpoint', deleted: true }
    }),
  ]
}

/** Replaces ids by the things themselves where the caller asks (`expand[]=data.payment_intent`). */
export function expanded(books: StripeBooks, answer: unknown, form: Form): unknown {
  const copy = structuredClone(answer)
  for (const path of textsIn(form, 'expand')) expand(books, copy, path.split('.'))
  return copy
}

function expand(books: StripeBooks, place: unknown, [field, ...rest]: string[]): void {
  if (field === undefined || typeof place !== 'object' || place === null) return
  const holder = place as Record<string, unknown>
  if (field === 'data' && Array.isArray(holder.data)) {
    for (const one of holder.data) expand(books, one, rest)
    return
  }
  const object = field === 'latest_charge' ? 'charge' : field
  const found = books.all(object).find(({ id }) => id === holder[field])
  if (found) holder[field] = structuredClone(found)
  expand(books, holder[field], rest)
}

function fitsTypes(form: Form, { type }: Kept): boolean {
  const types = [...textsIn(form, 'types'), ...(textIn(form, 'type') ?? []).toString().split('\n')].filter(
    Boolean,
  )
  return types.length === 0 || types.includes(String(type))
}

function route(method: string, path: string, answer: Route['answer']): Route {
  return { method, path: new RegExp(`^/v1/${path.replace(':id', '([^/]+)')}$`), answer }
}
