import type { CardOnFile, PaymentProvider, SetupState } from '#server/platform/outside/payment.ts'
import * as store from './sandbox-card.store.ts'
import type { SandboxContext } from './sandbox-context.ts'
import { declineMessage, testCard } from './test-cards.ts'

type Cards = Pick<
  PaymentProvider,
  'ensureCustomer' | 'createSetup' | 'readSetup' | 'readMethod' | 'detach' | 'forgetCustomer'
>

/** Customers and their stored cards. */
export function sandboxCards({ db, newId }: SandboxContext): Cards {
  return {
    ensureCustomer: ({ accountId }) => store.ensureCustomer(db, { accountId, ref: newId('cus') }),

    async createSetup({ customer, idempotencyKey }) {
      const setup = await store.ensureSetup(db, {
        ref: newId('seti'),
        customer,
        clientSecret: newId('seti_secret'),
        idempotencyKey,
      })
      return { id: setup.ref, clientSecret: setup.client_secret }
    },

    async readSetup(ref): Promise<SetupState | undefined> {
      const setup = await store.findSetup(db, { ref })
      if (!setup) return undefined
      const method = setup.method ? await store.findMethod(db, setup.method) : undefined
      return {
        kind: setup.state,
        customer: setup.customer,
        ...(method && setup.state === 'succeeded' && { card: cardOf(method) }),
        ...(setup.message !== null && { message: setup.message }),
      }
    },

    async readMethod({ customer, method }) {
      const found = await store.findMethod(db, method)
      return found && found.customer === customer && !found.detached ? cardOf(found) : undefined
    },

    detach: (method) => store.detachMethod(db, method),
    forgetCustomer: (customer) => store.deleteCustomer(db, customer),
  }
}

export type EnteredCard = {
  readonly clientSecret: string
  readonly number: string
  /** `MM/YY` */
  readonly expires: string
  readonly cvc: string
}
export type EnteredOutcome =
  | { readonly setup: string; readonly status: 'succeeded' | 'requires-action' }
  | { readonly fault: 'clientSecret' | 'number' | 'expires' | 'cvc' }
  | { readonly declined: string }

/** The card form: `fault` names the invalid field. */
export async function enterCard(
  { db, clock, newId }: SandboxContext,
  { clientSecret, number, expires, cvc }: EnteredCard,
): Promise<EnteredOutcome> {
  const setup = await store.findSetup(db, { clientSecret })
  if (!setup || setup.state === 'succeeded') return { fault: 'clientSecret' }
  const known = testCard(number.replace(/[\s-]/g, ''))
  if (!known) return { fault: 'number' }
  const month = expiryMonth(expires)
  if (!month || month < clock.now().toISOString().slice(0, 7)) return { fault: 'expires' }
  if (!/^\d{3,4}$/.test(cvc.trim())) return { fault: 'cvc' }
  if (known.setup === 'declined') {
    const message = declineMessage('card_declined')
    await store.settleSetup(db, setup.ref, { state: 'declined', method: null, message })
    return { declined: message }
  }
  const method = newId('pm')
  await store.insertMethod(db, {
    ref: method,
    customer: setup.customer,
    number: known.number,
    expires: month,
  })
  const status = known.setup === 'asks' ? 'requires-action' : 'succeeded'
  await store.settleSetup(db, setup.ref, { state: status, method, message: null })
  return { setup: setup.ref, status }
}

/** The card holder's answer to the bank when a card is stored; undefined if none was requested. */
export async function answerSetup(
  { db }: SandboxContext,
  clientSecret: string,
  approve: boolean,
): Promise<'succeeded' | 'failed' | undefined> {
  const setup = await store.findSetup(db, { clientSecret })
  if (setup?.state !== 'requires-action') return undefined
  await store.settleSetup(db, setup.ref, {
    state: approve ? 'succeeded' : 'declined',
    method: setup.method,
    message: approve ? null : declineMessage('authentication_failed'),
  })
  return approve ? 'succeeded' : 'failed'
}

function cardOf({ ref, number, expires }: store.MethodRow): CardOnFile {
  return { method: ref, brand: testCard(number)?.brand ?? 'card', last4: number.slice(-4), expires }
}

/** `09/29` as `2029-09`; undefined for anything else. */
function expiryMonth(text: string): string | undefined {
  const [, month, year] = /^\s*(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d\d)\s*$/.exec(text) ?? []
  return month && year ? `20${year}-${month}` : undefined
}
