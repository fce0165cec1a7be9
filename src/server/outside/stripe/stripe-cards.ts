import { createHash } from 'node:crypto'
import type { PaymentProvider, Unknown } from '#server/outside/payment.ts'
import { isMissing } from './ask-stripe.ts'
import { listAll } from './list-all.ts'
import { readMethod, readSetup } from './read-setup.ts'
import type { StripeContext } from './stripe-context.ts'
import { Customer, Setup } from './stripe-shapes.ts'

type Cards = Pick<
  PaymentProvider,
  'ensureCustomer' | 'createSetup' | 'readSetup' | 'readMethod' | 'detach' | 'forgetCustomer'
>

/** Customers, and the cards that they store for later. */
export function stripeCards(context: StripeContext): Cards {
  const { ask, livemode } = context
  return {
    ensureCustomer: (of) => ensureCustomer(context, of),
    createSetup: (of) => createSetup(context, of),

    async readSetup(id) {
      if (!/^seti_[A-Za-z0-9_]+$/.test(id)) return undefined
      const asked = await ask(({ setupIntents }) => setupIntents.retrieve(id, { expand: ['payment_method'] }))
      if (asked.kind === 'answer') return readSetup(asked.body, livemode)
      return isMissing(asked) ? undefined : unknown('the set-up could not be read')
    },

    async readMethod({ customer, method }) {
      if (!/^pm_[A-Za-z0-9_]+$/.test(method)) return undefined
      const asked = await ask(({ paymentMethods }) => paymentMethods.retrieve(method))
      if (asked.kind === 'answer') return readMethod(asked.body, { customer, livemode })
      return isMissing(asked) ? undefined : unknown('the card could not be read')
    },

    async detach(method) {
      const asked = await ask(({ paymentMethods }) => paymentMethods.detach(method))
      if (asked.kind === 'answer' || isMissing(asked)) return
      // a card that is forgotten already is refused: then it has no customer
      const now = await ask(({ paymentMethods }) => paymentMethods.retrieve(method))
      if (isMissing(now)) return
      const owner = now.kind === 'answer' ? (now.body as { customer?: unknown }).customer : undefined
      if (owner !== null) throw new Error('Stripe could not be asked to forget a card')
    },

    async forgetCustomer(customer) {
      const asked = await ask(({ customers }) => customers.del(customer))
      const gone = asked.kind === 'answer' && (asked.body as { deleted?: unknown }).deleted === true
      if (!gone && !isMissing(asked)) throw new Error('Stripe could not be asked to forget a customer')
    },
  }
}

/** Looks for the account's customer before one is made, so that an answer that was lost makes no second one. */
async function ensureCustomer(
  { ask, installation, livemode }: StripeContext,
  { accountId, email, known }: Parameters<Cards['ensureCustomer']>[0],
): Promise<string | Unknown> {
  if (known !== undefined) return known
  const same = await listAll(ask, Customer, ({ customers }, paging) => customers.list({ email, ...paging }))
  if ('kind' in same) return same
  const mine = same.find(
    ({ metadata }) => metadata.account === accountId && metadata.installation === installation,
  )
  if (mine) return mine.id
  const asked = await ask(({ customers }) =>
    customers.create(
      { email, metadata: { account: accountId, installation } },
      { idempotencyKey: `customer ${hashOf(installation, accountId, email)}` },
    ),
  )
  if (asked.kind !== 'answer') return unknown('no customer was made')
  const read = Customer.safeParse(asked.body)
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
  if (asked.kind !== 'answer') return unknown('no set-up was made')
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
