import { calls } from '#contract/calls.ts'
import { type StripeServer, startStripeServer } from './stripe-server.ts'
import { accountHolder, goodCard } from './subscriber.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** A site without trials whose cards are stored at the Stripe stand-in, with its card holders' actions. */
export type StripeSite = {
  readonly site: TestApp
  readonly stripe: StripeServer
  /** Requests a setup intent and fills in the card form; returns the ID of the setup intent. */
  enterCard(browser: TestClient, number?: string): Promise<string>
  /** An account holder with a monthly subscription that is paid for. */
  subscriber(email: string): Promise<TestClient>
  /** An action in Stripe's dashboard: deletes the customers with these addresses, with their cards. */
  deleteCustomers(...emails: readonly string[]): void
  /** Cents that Stripe has taken so far. */
  taken(): number[]
  close(): Promise<void>
}

export const monthly = { interval: { value: 1, unit: 'm' }, paymentProvider: 'stripe' } as const

export async function openStripeSite(settings: Readonly<Record<string, string>> = {}): Promise<StripeSite> {
  let site: TestApp | undefined
  const stripe = await startStripeServer({ real: () => site?.clock.real() ?? new Date() })
  const started = await createTestApp({
    settings: { RATE_LIMITS: '100000', TRIAL_DAYS: '0', ...stripe.settings, ...settings },
  })
  site = started

  async function enterCard(browser: TestClient, number = goodCard): Promise<string> {
    const { status, body, text } = await browser.call(calls.setupIntent, { params: { provider: 'stripe' } })
    if (status !== 200) throw new Error(`no set-up: ${text}`)
    await stripe.enterCard(body.clientSecret, number)
    return body.clientSecret.replace(/_secret_.*$/, '')
  }

  return {
    site: started,
    stripe,
    enterCard,
    async subscriber(email) {
      const browser = await accountHolder(started, email)
      const body = { ...monthly, setupIntent: await enterCard(browser) }
      const { status, text } = await browser.call(calls.changeSubscription, { body })
      if (status !== 200) throw new Error(`${email} did not subscribe: ${text}`)
      return browser
    },
    deleteCustomers(...emails) {
      for (const customer of stripe.books.all('customer')) {
        if (!emails.includes(String(customer.email))) continue
        Object.assign(customer, { deleted: true })
        for (const method of stripe.books.all('payment_method'))
          if (method.customer === customer.id) Object.assign(method, { customer: null })
      }
    },
    taken: () =>
      stripe.books
        .all('charge')
        .filter(({ status }) => status === 'succeeded')
        .map(({ amount }) => Number(amount)),
    async close() {
      await started.close()
      await stripe.close()
    },
  }
}
