import Stripe from 'stripe'
import type { Unknown } from '#server/platform/outside/payment.ts'
import type { Clock } from '#server/platform/runtime/clock.ts'

/** An error returned by Stripe: the request is at fault, and would be refused again. */
export type RefusedByStripe = {
  readonly kind: 'refused'
  readonly status: number
  readonly code: string | undefined
  readonly param: string | undefined
  readonly message: string
  /** The attempted payment, as far as it came. */
  readonly intent: unknown
}

/** The result of a call; `answered` when Stripe answered without stating the outcome. */
type Asked = { readonly kind: 'answer'; readonly body: unknown } | RefusedByStripe | NotKnown
type NotKnown = Unknown & { readonly answered: boolean }

/** Calls Stripe once; the timeout covers the whole answer. */
export type AskStripe = (call: (client: Stripe) => Promise<unknown>) => Promise<Asked>

/**
 * Wraps the SDK and closes its gaps: it resolves any JSON without `error`, whatever the status; an answer that is not
 * an object ends the process; its timeout covers inactivity only. Its own retries are off, except for broken
 * connections, where it repeats the call with the same idempotency key.
 */
export function createAskStripe(of: { secretKey: string; apiUrl: string; timeoutMs: number }): AskStripe {
  const { hostname, port, protocol } = new URL(of.apiUrl)
  const scheme = protocol === 'http:' ? 'http' : 'https'
  const client = new Stripe(of.secretKey, {
    host: hostname,
    port: port || (scheme === 'http' ? 80 : 443),
    protocol: scheme,
    timeout: of.timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: objectsOnly(),
  })
  return async (call) => {
    try {
      const body = await withinTime(call(client), of.timeoutMs)
      const status = (body as { lastResponse?: { statusCode?: number } }).lastResponse?.statusCode ?? 0
      if (status >= 200 && status < 300) return { kind: 'answer', body }
      // a gateway's answer, not Stripe's
      return notKnown(`status ${status} without an error`, { answered: true, why: 'no-answer' })
    } catch (error) {
      return whatFailed(error)
    }
  }
}

/** Returns whether Stripe has no such object. */
export function isMissing(asked: Asked): boolean {
  return asked.kind === 'refused' && asked.code === 'resource_missing'
}

/** Converts an unknown outcome to the port's type. */
export function unknownBy(asked: RefusedByStripe | NotKnown): Unknown {
  if (asked.kind === 'refused') return { kind: 'unknown', reason: asked.message }
  const { reason, why } = asked
  return { kind: 'unknown', reason, ...(why && { why }) }
}

function whatFailed(error: unknown): Asked {
  if (!(error instanceof Stripe.errors.StripeError))
    return notKnown(String(error), { answered: false, why: 'no-answer' })
  const { statusCode: status = 0, code, param, message, type, rawType } = error
  const reason = [type, status, code].filter(Boolean).join(' ')
  if (
    error instanceof Stripe.errors.StripeCardError ||
    error instanceof Stripe.errors.StripeInvalidRequestError
  ) {
    // Stripe's error, about the request: a 404 without a code means a wrong URL
    const isStripes = rawType === 'invalid_request_error' || rawType === 'card_error'
    const isFinal = status === 400 || status === 402 || (status === 404 && code !== undefined)
    if (!isStripes || !isFinal) return notKnown(reason, { answered: true })
    return { kind: 'refused', status, code, param, message, intent: error.payment_intent }
  }
  const answered = status > 0
  // a wrong key, or a reused idempotency key, does not mean that Stripe is unwell
  const isBusy = error instanceof Stripe.errors.StripeRateLimitError
  const isUnwell = !answered || status < 400 || isBusy || status >= 500
  return notKnown(reason, { answered, ...(isUnwell && { why: 'no-answer' }) })
}

function notKnown(reason: string, of: Omit<NotKnown, 'kind' | 'reason'>): NotKnown {
  return { kind: 'unknown', reason, ...of }
}

async function withinTime<Value>(call: Promise<Value>, timeoutMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  })
  return Promise.race([call, late]).finally(() => clearTimeout(timer))
}

/** The SDK sets a property on each answer, which throws uncaught for strings and numbers. */
function objectsOnly(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient()
  const { makeRequest } = client
  client.makeRequest = async (...request) => {
    const response = await makeRequest.apply(client, request)
    const { toJSON } = response
    response.toJSON = async () => {
      const body: unknown = await toJSON.call(response)
      if (typeof body !== 'object' || body === null) throw new SyntaxError('the answer is no JSON object')
      return body
    }
    return response
  }
  return client
}

export type StripeSettings = {
  readonly secretKey: string
  readonly webhookSecret: string | undefined
  readonly apiUrl: string
  /** True: the key moves real money. */
  readonly livemode: boolean
}

/** Shared by all parts. `installation` marks this site's objects among those of others with the same Stripe account. */
export type StripeContext = Omit<StripeSettings, 'apiUrl' | 'secretKey'> & {
  readonly ask: AskStripe
  readonly installation: string
  readonly clock: Clock
}
