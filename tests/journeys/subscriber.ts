import type { Page } from '@playwright/test'
import { register } from './register.ts'
import { expect, signIn } from './site.ts'

const password = 'long enough to keep'

/** A user in their trial with a billing address. */
export async function holder(page: Page, site: Parameters<typeof register>[1], email: string): Promise<void> {
  await register(page, site, { name: 'Somebody', email, password })
  await signIn(page, { email, password })
  await page.goto('/account/subscription')
  await page.getByLabel('Billing address').fill('Somebody\nMusterstraße 1\n10115 Berlin')
  await page.getByLabel('Billing country').selectOption('DE')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your billing details were saved.')).toBeVisible()
}

/** Stores one of the sandbox's test cards by the card page. */
export async function storeCard(page: Page, number: string): Promise<void> {
  await page.goto('/subscription/card')
  await pickCard(page, number)
}

/** The same on the card page that is open. */
export async function pickCard(page: Page, number: string): Promise<void> {
  await page.getByText('Test card numbers').click()
  await page.getByRole('button', { name: number }).click()
  await page.getByRole('button', { name: 'Update Subscription now' }).click()
}

/** Orders a subscription by the month with the stored card, as the last step of the wizard does. */
export async function subscribe(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const { token } = await fetch('/api/csrf-token').then((reply) => reply.json())
    const reply = await fetch('/api/subscription', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-csrf-token': token },
      body: JSON.stringify({ interval: { value: 1, unit: 'm' }, paymentProvider: 'sandbox' }),
    })
    return reply.status
  })
  expect(status).toBe(200)
}

/** Moves the clock of the demo by one of its buttons. */
export async function advance(page: Page, by: string): Promise<void> {
  await page.goto('/demo')
  await page.getByRole('button', { name: by, exact: true }).click()
  await expect(page.getByText(/^It is now /).first()).toBeVisible({ timeout: 150_000 })
}
