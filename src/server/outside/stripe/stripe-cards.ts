import { createHash } from 'node:crypto'
import type { PaymentProvider } from '#server/outside/payment.ts'
import { listAll } from './list-all.ts'
import { readMethod, readSetup } from './read-setup.ts'
import type { StripeContext } from './stripe.ts'
import { Customer, Setup } from './stripe-shapes.ts'

type Cards = Pick<
  PaymentProvider,
  'ensureCustomer' | 'createSetup' | 'readSetup' | 'readMethod' | 'detach' | 'forgetCustomer'
>

/** Customers, and the cards that they store for later. */
export function stripeCards({ ask, installation, livemode }: StripeContext): Cards {
  const own = { installation }
  return {
    async ensureCustomer({ accountId, email, known }) {
      if (known !== undefined) return known
      const same = await listAll(ask, Customer, ({ customers }, paging) =>
        customers.list({ email, ...paging }),
      )
      if ('kind' in same) return same
      const mine = same.find(
        ({ metadata }) => metadata.account === accountId && metadata.installation === installation,
      )
      if (mine) return mine.id
      const asked = await ask(({ customers }) =>
        customers.create(
          { email, metadata: { account: accountId, ...own } },
          { idempotencyKey: `customer ${hashOf(installation, accountId, email)}` },
        ),
      )
      if (asked.kind !== 'answer') return { kind: 'unknown', reason: 'no customer was made' }
      const read = Customer.safeParse(asked.body)
      return read.success && read.data.livemode === livemode
        ? read.data.id
        : { kind: 'unknown', reason: 'no customer' }
    },

    async createSetup({ customer, idempotencyKey }) {
      const asked = await ask(({ setupIntents }) =>
        setupIntents.create(
          { customer, usage: 'off_session', allowed_payment_method_types: ['card'], metadata: own },
          { idempotencyKey },
        ),
      )
      if (asked.kind !== 'answer') return { kind: 'unknown', reason: 'no set-up was made' }
      const read = Setup.safeParse(asked.body)
      if (!read.success || read.data.livemode !== livemode || read.data.customer !== customer)
        return { kind: 'unknown', reason: 'no set-up' }
      return { id: read.data.id, clientSecret: read.data.client_secret }
    },

    async readSetup(id) {
      if (!/^seti_[A-Za-z0-9_]+$/.test(id)) return undefined
      const asked = await ask(({ setupIntents }) => setupIntents.retrieve(id, { expand: ['payment_method'] }))
      if (asked.kind === 'answer') return readSetup(asked.body, livemode)
      return isMissing(asked) ? undefined : { kind: 'unknown', reason: 'the set-up could not be read' }
    },

    async readMethod({ customer, method }) {
      if (!/^pm_[A-Za-z0-9_]+$/.test(method)) return undefined
      const asked = await ask(({ paymentMethods }) => paymentMethods.retrieve(method))
      if (asked.kind === 'answer') return readMethod(asked.body, { customer, livemode })
      return isMissing(asked) ? undefined : { kind: 'unknown', reason: 'the card could not be read' }
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

function isMissing(asked: { kind: string; code?: string | undefined }): boolean {
  return asked.kind === 'refused' && asked.code === 'resource_missing'
}

function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
