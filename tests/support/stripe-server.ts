import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createStripeBooks, type Kept, type StripeBooks, StripeRefusal } from './stripe-server-books.ts'
import { type Form, readForm, textIn } from './stripe-server-form.ts'
import { createStripePayments, type StripePayments } from './stripe-server-payments.ts'
import { expanded, stripeRoutes } from './stripe-server-routes.ts'
import { createStripeSetups } from './stripe-server-setups.ts'
import { createWebhookSender, type WebhookSender } from './stripe-server-webhooks.ts'

/**
 * What goes wrong. `hang` never answers and `error` is a 500, both before anything was done; `charge-then-…` after it. `odd`
 * is an answer of something in between that is not Stripe's, `drip` one that begins and never ends, and
 * `charge-then-break` closes the connection instead. `decline`: the bank says no.
 */
type StripeFault =
  | 'none'
  | 'decline'
  | 'hang'
  | 'charge-then-hang'
  | 'error'
  | 'charge-then-error'
  | 'charge-then-break'
  | 'drip'
  | { readonly odd: { readonly status: number; readonly body: string; readonly done?: boolean } }

/** A local Stripe for the official SDK, whose failures a test can switch on. */
export type StripeServer = {
  readonly url: string
  /** Settings of a site that uses it. */
  readonly settings: Readonly<Record<string, string>>
  readonly books: StripeBooks
  readonly webhooks: WebhookSender
  /** All requests, as `POST /v1/refunds`, with their keys. */
  readonly asked: readonly { readonly call: string; readonly key: string | undefined; readonly form: Form }[]
  /** Makes calls go wrong from now on: those that move money, or those that `on` fits (`POST /v1/refunds`). */
  setFault(fault: StripeFault, on?: RegExp): void
  /** What Stripe.js does with a card form: confirms a set-up over the network, with the publishable key. */
  enterCard(clientSecret: string, number: string): Promise<Kept & { error?: { message: string } }>
  /** Stripe.js on the payment page of a charge that the bank asks about: confirms it, with the given card. */
  confirmPayment(clientSecret: string, paymentMethod: string | undefined): Promise<Kept>
  /** The card holder's answer to their bank, at a setup or a payment. */
  answerBank(clientSecret: string, approve: boolean): void
  /** Actions in Stripe's dashboard. */
  readonly byHand: Pick<StripePayments, 'makeRefund' | 'makeDispute' | 'closeDispute' | 'cancelPayment'>
  close(): Promise<void>
}

/** How long Stripe remembers a key. */
const keysLiveMs = 24 * 3_600_000

type Answer = { readonly status: number; readonly body: string }
type Stored = { readonly asked: string; readonly at: number; readonly answer: Answer }

/** Starts it on a free port; `real` is its clock, `livemode` whether its keys are live ones. */
export async function startStripeServer({
  real = () => new Date(),
  livemode = false,
}: {
  real?: () => Date
  livemode?: boolean
} = {}): Promise<StripeServer> {
  const mode = livemode ? 'live' : 'test'
  const secretKey = `sk_${mode}_of_the_tests_51Lectern0123456789`
  const publishableKey = `pk_${mode}_of_the_tests_51Lectern0123456789`
  let fault: StripeFault = 'none'
  let faulty = movesMoney
  const webhooks = createWebhookSender(real)
  const books = createStripeBooks(real, webhooks.add, livemode)
  const setups = createStripeSetups(books)
  const payments = createStripePayments(books, setups, () => fault === 'decline')
  const routes = stripeRoutes(books, setups, payments)
  const stored = new Map<string, Stored>()
  const asked: StripeServer['asked'][number][] = []

  const perform = (call: string, form: Form, inBrowser: boolean): Answer => {
    const [method, path = ''] = call.split(' ')
    const route = routes.find((one) => one.method === method && one.path.test(path))
    const id = route?.path.exec(path)?.[1] ?? ''
    try {
      if (!route || (inBrowser && !route.inBrowser))
        throw new StripeRefusal(404, {
          type: 'invalid_request_error',
          message: `Unrecognized request URL (${call}).`,
        })
      if (inBrowser && id !== '' && !textIn(form, 'client_secret')?.startsWith(`${id}_secret_`))
        throw new StripeRefusal(401, {
          type: 'invalid_request_error',
          message: 'The client_secret is wrong.',
        })
      return json(200, expanded(books, route.answer(form, id), form))
    } catch (error) {
      if (error instanceof StripeRefusal) return json(error.status, { error: error.error })
      throw error
    }
  }

  /** The first answer to a key is the answer to it for a day, if anything was begun at all. */
  const performOnce = (
    call: string,
    form: Form,
    text: string,
    key: string | undefined,
    of: typeof perform,
  ) => {
    const now = real().getTime()
    const known = key === undefined ? undefined : stored.get(key)
    if (known && now - known.at < keysLiveMs) {
      if (known.asked === `${call} ${text}`) return { answer: known.answer, replayed: true }
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.'
      return { answer: json(400, { error: { type: 'idempotency_error', message } }), replayed: false }
    }
    const answer = of(call, form, false)
    const begun = answer.status < 300 || answer.status === 402 || answer.status >= 500
    if (key !== undefined && begun) stored.set(key, { asked: `${call} ${text}`, at: now, answer })
    return { answer, replayed: false }
  }

  const server = createServer((request, response) => {
    answerRequest(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('date', real().toUTCString())
    const { pathname, search } = new URL(request.url ?? '/', url)
    const call = `${request.method} ${pathname}`
    const text = request.method === 'GET' ? search.slice(1) : await textOf(request)
    const form = readForm(text)
    const key = request.headers['idempotency-key'] as string | undefined
    const bearer = request.headers.authorization?.replace(/^Bearer /, '')
    asked.push({ call, key, form })
    const wrong = faulty.test(call) ? fault : 'none'
    if (bearer === publishableKey) return send(response, perform(call, form, true))
    if (bearer !== secretKey) {
      const error = { type: 'invalid_request_error', message: 'Invalid API Key provided' }
      return send(response, json(401, { error }))
    }
    if (wrong === 'hang') return undefined
    if (typeof wrong === 'object') {
      if (wrong.odd.done) performOnce(call, form, text, key, perform)
      return send(response, wrong.odd)
    }
    const broken = json(500, { error: { type: 'api_error', message: 'An unknown error occurred' } })
    const { answer, replayed } = performOnce(call, form, text, key, (...of) => {
      if (wrong === 'error') return broken
      const done = perform(...of)
      return wrong === 'charge-then-error' ? broken : done
    })
    if (wrong === 'charge-then-break') return void request.socket.destroy()
    if (wrong === 'drip') return drip(response)
    return wrong === 'charge-then-hang' ? undefined : send(response, answer, replayed)
  }

  const inBrowser = async (path: string, fields: Record<string, string>): Promise<Kept> => {
    const headers = { authorization: `Bearer ${publishableKey}` }
    const reply = await fetch(`${url}${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) })
    return (await reply.json()) as Kept
  }
  const idOf = (clientSecret: string) => clientSecret.replace(/_secret_.*$/, '')

  return {
    url,
    settings: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_WEBHOOK_SECRET: webhooks.secret,
      STRIPE_API_URL: url,
    },
    books,
    webhooks,
    asked,
    setFault(next, on = movesMoney) {
      fault = next
      faulty = on
    },
    enterCard: (clientSecret, number) =>
      inBrowser(`/v1/setup_intents/${idOf(clientSecret)}/confirm`, {
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2039',
      }),
    confirmPayment: (clientSecret, paymentMethod) =>
      inBrowser(`/v1/payment_intents/${idOf(clientSecret)}/confirm`, {
        client_secret: clientSecret,
        ...(paymentMethod !== undefined && { payment_method: paymentMethod }),
      }),
    answerBank(clientSecret, approve) {
      const id = idOf(clientSecret)
      const intent = books.find(id.startsWith('seti_') ? 'setup_intent' : 'payment_intent', id)
      if (intent.status !== 'requires_action') throw new Error(`nobody asks about ${id}: ${intent.status}`)
      if (intent.object === 'setup_intent') setups.answerSetup(intent, approve)
      else payments.answerPayment(intent, approve)
    },
    byHand: payments,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

const movesMoney = /^POST \/v1\/(?:payment_intents|refunds)$/

function json(status: number, body: unknown): Answer {
  return { status, body: JSON.stringify(body) }
}

function send(response: ServerResponse, { status, body }: Answer, replayed = false): void {
  const headers = {
    'content-type': 'application/json',
    'request-id': 'req_of_the_tests',
    'stripe-should-retry': 'false',
    ...(replayed && { 'idempotent-replayed': 'true' }),
  }
  response.writeHead(status, headers).end(body)
}

/** A byte now and then, so that no idle time-out applies. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const drops = setInterval(() => response.write(' '), 50)
  response.on('close', () => clearInterval(drops))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += part
  return text
}
