import { calls } from '#contract/calls.ts'
import type { Sandbox } from '#server/platform/outside/sandbox/sandbox.ts'
import { confirmedIn, signIn } from './people.ts'
import { enterSandboxCard } from './sandbox-card.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

export const goodCard = '4242424242424242'

export function sandboxOf({ services }: Pick<TestApp, 'services'>): Sandbox {
  return services.payments.get('sandbox') as Sandbox
}

/** Registers, confirms and signs in an account holder with the data of the first two steps of the wizard. */
export async function accountHolder(
  site: TestApp,
  email: string,
  { country = 'DE', vatId = '', ...more }: { country?: string; vatId?: string; business?: boolean } = {},
): Promise<TestClient> {
  const browser = site.client()
  await confirmedIn(site, browser, email)
  await signIn(browser, email)
  await browser.call(calls.changeVatId, { body: { country, vatId, ...more } })
  await browser.call(calls.changeBillingAddress, {
    body: { address: `${email}\nMusterstraße 1\n10115 Berlin` },
  })
  return browser
}

/** Enters a card into the sandbox's form; answers the set-up that stored it. */
export async function enterCard(browser: TestClient, number = goodCard): Promise<string> {
  const { body: setup } = await browser.call(calls.setupIntent, { params: { provider: 'sandbox' } })
  return enterSandboxCard(browser, setup.clientSecret, number)
}

/** Subscribes by the month, or for another interval, with a card that is entered first. */
export async function subscribe(
  browser: TestClient,
  number = goodCard,
  interval: object = { value: 1, unit: 'm' },
) {
  const setupIntent = await enterCard(browser, number)
  return browser.call(calls.changeSubscription, {
    body: { interval, paymentProvider: 'sandbox', setupIntent },
  })
}
