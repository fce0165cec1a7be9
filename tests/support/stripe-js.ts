import { afterEach } from 'vitest'

type Answer = { error?: { message?: string }; setupIntent?: { id: string; status: string } }
type PaymentAnswer = { error?: { message?: string }; paymentIntent?: { status: string } }

/** Simulates Stripe's script, and records its calls. */
export type FakeStripe = {
  /** Whether its fields can be drawn. */
  fields: 'ready' | 'failed'
  /** What `elements.submit()` finds incomplete. */
  incomplete: boolean
  confirmSetup: () => Answer | Promise<Answer>
  confirmCardPayment: (
    clientSecret: string,
    card: { payment_method?: string },
  ) => PaymentAnswer | Promise<PaymentAnswer>
  readonly keys: string[]
  /** Options of every group of fields that was made. */
  readonly groups: { clientSecret?: string; locale?: string; appearance?: { theme?: string } }[]
}

// the package keeps the first `window.Stripe` that it finds
let current: FakeStripe

/**
 * Replaces https://js.stripe.com/…/stripe.js: fields are drawn as an empty box, and confirmations answer as the test
 * says. `@stripe/stripe-js` finds it as `window.Stripe`.
 */
export function fakeStripe(change: Partial<FakeStripe> = {}): FakeStripe {
  current = {
    fields: 'ready',
    incomplete: false,
    confirmSetup: () => ({ setupIntent: { id: 'seti_1', status: 'succeeded' } }),
    confirmCardPayment: () => ({ paymentIntent: { status: 'succeeded' } }),
    keys: [],
    groups: [],
    ...change,
  }
  Object.assign(window, { Stripe })
  return current
}

function Stripe(key: string) {
  current.keys.push(key)
  return {
    elements: (options: FakeStripe['groups'][number]) => {
      current.groups.push(options)
      return {
        create: element,
        getElement: () => null,
        update: () => undefined,
        submit: async () => (current.incomplete ? { error: { type: 'validation_error' } } : {}),
      }
    },
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: async (secret: string, card: { payment_method?: string }) =>
      current.confirmCardPayment(secret, card),
    confirmSetup: async () => current.confirmSetup(),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  }
}

function element() {
  const heard: Record<string, (event: unknown) => void> = {}
  const made = {
    on: (event: string, act: (event: unknown) => void) => {
      heard[event] = act
      return made
    },
    off: () => made,
    // listeners are added after the fields were put in place
    mount: () => {
      setTimeout(() => heard[current.fields === 'ready' ? 'ready' : 'loaderror']?.(made))
    },
    update: () => undefined,
    destroy: () => undefined,
  }
  return made
}

afterEach(() => {
  Reflect.deleteProperty(window, 'Stripe')
  for (const script of document.querySelectorAll('script[src^="https://js.stripe.com/"]')) script.remove()
})

// what jsdom does not have
HTMLCanvasElement.prototype.getContext = () => null
