import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { CardOnFile, PaymentProvider, SetupState, Unknown } from '#server/platform/outside/payment.ts'
import { Unavailable } from '#server/platform/runtime/unavailable.ts'
import { isMissing, type StripeContext, unknownBy } from './ask-stripe.ts'
import { listAll } from './list-all.ts'
import { Customer, Method, PayingCustomer, Setup } from './stripe-shapes.ts'

type Cards = Pick<
  PaymentProvider,
  'ensureCustomer' | 'createSetup' | 'readSetup' | 'readMethod' | 'readPayer' | 'detach' | 'forgetCustomer'
>

/** Customers and their stored cards. */
export function stripeCards(context: StripeContext): Cards {
  const { ask, livemode } = context
  return {
    ensureCustomer: (of) => ensureCustomer(context, of),
    createSetup: (of) => createSetup(context, of),

    async readSetup(id) {
      if (!/^seti_[A-Za-z0-9_]+$/.test(id)) return undefined
      const asked = await ask(({ setupIntents }) => setupIntents.retrieve(id, { expand: ['payment_method'] }))
      if (asked.kind === 'answer') return readSetup(asked.body, livemode)
      return isMissing(asked) ? undefined : unknownBy(asked)
    },

    async readMethod({ customer, method }) {
      if (!/^pm_[A-Za-z0-9_]+$/.test(method)) return undefined
      const asked = await ask(({ paymentMethods }) => paymentMethods.retrieve(method))
      if (asked.kind === 'answer') return readMethod(asked.body, { customer, livemode })
      return isMissing(asked) ? undefined : unknownBy(asked)
    },

    readPayer: (customer) => readPayer(context, customer),

    async detach(method) {
      const asked = await ask(({ paymentMethods }) => paymentMethods.detach(method))
      if (asked.kind === 'answer' || isMissing(asked)) return
      // a detached card is refused: it has no customer any more
      const now = await ask(({ paymentMethods }) => paymentMethods.retrieve(method))
      if (isMissing(now)) return
      const owner = now.kind === 'answer' ? (now.body as { customer?: unknown }).customer : undefined
      if (owner !== null) throw new Unavailable('Stripe could not be asked to forget a card')
    },

    async forgetCustomer(customer) {
      const asked = await ask(({ customers }) => customers.del(customer))
      const gone = asked.kind === 'answer' && (asked.body as { deleted?: unknown }).deleted === true
      if (!gone && !isMissing(asked)) throw new Unavailable('Stripe could not be asked to forget a customer')
    },
  }
}

/**
 * Returns the known customer, unless Stripe has deleted it or it belongs to other keys. Searches for the account's
 * customer before creating one, so that a lost answer creates no duplicate.
 */
async function ensureCustomer(
  { ask, installation, livemode }: StripeContext,
  { accountId, email, known }: Parameters<Cards['ensureCustomer']>[0],
): Promise<string | Unknown> {
  if (known !== undefined) {
    const asked = await ask(({ customers }) => customers.retrieve(known))
    if (asked.kind !== 'answer' && !isMissing(asked)) return unknownBy(asked)
    // a deleted customer is still returned, without its data
    const there = asked.kind === 'answer' && (asked.body as { deleted?: unknown }).deleted !== true
    if (there) return readCustomer(asked.body, livemode)
  }
  const same = await listAll(ask, Customer, ({ customers }, paging) => customers.list({ email, ...paging }))
  if ('kind' in same) return same
  const mine = same.find(
    ({ metadata }) => metadata.account === accountId && metadata.installation === installation,
  )
  if (mine) return mine.id
  const asked = await ask(({ customers }) =>
    customers.create(
      { email, metadata: { account: accountId, installation } },
      // a new key: that of the deleted customer would return the old answer
      { idempotencyKey: `customer ${hashOf(installation, accountId, email, known ?? '')}` },
    ),
  )
  return asked.kind === 'answer' ? readCustomer(asked.body, livemode) : unknownBy(asked)
}

function readCustomer(body: unknown, livemode: boolean): string | Unknown {
  const read = Customer.safeParse(body)
  return read.success && read.data.livemode === livemode ? read.data.id : unknown('no customer')
}

async function createSetup(
  { ask, installation, livemode }: StripeContext,
  { customer, idempotencyKey }: Parameters<Cards['createSetup']>[0],
): ReturnType<Cards['createSetup']> {
  const asked = await ask(({ setupIntents }) =>
    setupIntents.create(
      {
        customer,
        usage: 'off_session',
        allowed_payment_method_types: ['card'],
        metadata: { installation },
      },
      { idempotencyKey },
    ),
  )
  if (asked.kind !== 'answer') return unknownBy(asked)
  const read = Setup.safeParse(asked.body)
  if (!read.success || read.data.livemode !== livemode || read.data.customer !== customer)
    return unknown('no set-up')
  return { id: read.data.id, clientSecret: read.data.client_secret }
}

function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

function unknown(reason: string): Unknown {
  return { kind: 'unknown', reason }
}

/** Reads the state of a set-up (with its payment method expanded). */
function readSetup(body: unknown, livemode: boolean): SetupState | Unknown {
  const read = Setup.safeParse(body)
  if (!read.success || read.data.livemode !== livemode) return { kind: 'unknown', reason: 'no set-up' }
  const { customer, status, payment_method: method, last_setup_error: failure } = read.data
  const message = failure?.message ? { message: failure.message } : {}
  const kind = kindOf(status, failure !== null && failure !== undefined)
  if (kind !== 'succeeded') return { kind, customer: customer ?? '', ...message }
  if (!method || typeof method === 'string') return { kind: 'unknown', reason: 'a set-up without its card' }
  return { kind, customer: customer ?? '', card: cardOf(method) }
}

/** Returns the card of a payment method; undefined if it is not that customer's. */
function readMethod(
  body: unknown,
  { customer, livemode }: { customer: string; livemode: boolean },
): CardOnFile | undefined | Unknown {
  const read = Method.safeParse(body)
  if (!read.success || read.data.livemode !== livemode) return { kind: 'unknown', reason: 'no card' }
  return read.data.customer === customer ? cardOf(read.data) : undefined
}

/** Reads a customer and their cards; ways to pay of other kinds are left out. */
async function readPayer(
  { ask, livemode }: StripeContext,
  customer: string,
): ReturnType<NonNullable<Cards['readPayer']>> {
  const asked = await ask(({ customers }) => customers.retrieve(customer))
  if (asked.kind !== 'answer') return isMissing(asked) ? undefined : unknownBy(asked)
  if ((asked.body as { deleted?: unknown }).deleted === true) return undefined
  const read = PayingCustomer.safeParse(asked.body)
  if (!read.success || read.data.livemode !== livemode) return unknown('no customer')
  const all = await listAll(ask, z.unknown(), ({ paymentMethods }, paging) =>
    paymentMethods.list({ customer, type: 'card', ...paging }),
  )
  if ('kind' in all) return all
  const cards = all.flatMap((one) => {
    const method = Method.safeParse(one)
    return method.success && method.data.customer === customer ? [cardOf(method.data)] : []
  })
  const { email, invoice_settings: settings } = read.data
  return { email: email ?? undefined, cards, usual: settings?.default_payment_method ?? undefined }
}

function kindOf(status: string, failed: boolean): SetupState['kind'] {
  if (status === 'succeeded') return 'succeeded'
  if (status === 'requires_action') return 'requires-action'
  return failed || status === 'canceled' ? 'declined' : 'open'
}

function cardOf({ id, card }: z.output<typeof Method>): CardOnFile {
  const expires = `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`
  return { method: id, brand: card.brand, last4: card.last4, expires }
}
