import type { Page } from '@playwright/test'
import type { StripeServer } from '#support/stripe-server.ts'

/**
 * Serves a stand-in for https://js.stripe.com: its fields are an empty box, and what is submitted is the test card 4242 …
 * at the local Stripe.
 */
export async function serveStripeScript(page: Page, stripe: StripeServer): Promise<void> {
  await page.exposeFunction('enterTestCard', (clientSecret: string) =>
    stripe.enterCard(clientSecret, '4242424242424242'),
  )
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
}

/** Of Stripe.js only what the card form calls. */
const script = `
window.Stripe = () => {
  let secret = ''
  const element = () => {
    const heard = {}
    const made = {
      on: (event, act) => { heard[event] = act; return made },
      off: () => made,
      mount: () => setTimeout(() => heard.ready && heard.ready(made)),
      update: () => undefined,
      destroy: () => undefined,
    }
    return made
  }
  return {
    elements: ({ clientSecret }) => {
      secret = clientSecret
      return { create: element, getElement: () => null, update: () => undefined, submit: async () => ({}) }
    },
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: () => undefined,
    confirmSetup: async () => ({ setupIntent: await window.enterTestCard(secret) }),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  }
}`
