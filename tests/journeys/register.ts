import type { Page } from '@playwright/test'
import { expect, type Site } from './site.ts'

/**
 * Registers a user through the screens, confirms their contact by the mailed link, which signs them in, and logs out.
 */
export async function register(page: Page, site: Site, person: Person): Promise<void> {
  await fillInRegistration(page, person)
  await confirm(page, site, person.email)
  await logOut(page)
}

/** Ends the session by a call, wherever the page is. */
export async function logOut(page: Page): Promise<void> {
  const { token } = await (await page.request.get('/api/csrf-token')).json()
  const { origin } = new URL(page.url())
  const headers = { 'x-csrf-token': token, origin }
  expect((await page.request.post('/auth/logout', { headers })).status()).toBe(200)
}

/** Confirms a contact by the mailed link; in the browser that registered it signs in. */
export async function confirm(page: Page, site: Pick<Site, 'mailTo'>, email: string): Promise<void> {
  const link = await confirmationLink(site, email)
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page).toHaveURL(/\/confirm-contact\/success/)
}

type Person = {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly couponCode?: string
}

export async function fillInRegistration(page: Page, person: Person): Promise<void> {
  await page.goto('/register')
  await sendRegistration(page, person)
}

/** Fills in the form of the page that is open. */
export async function sendRegistration(
  page: Page,
  { name, email, password, couponCode }: Person,
): Promise<void> {
  await page.getByLabel('Full name').fill(name)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  if (couponCode !== undefined) await page.getByLabel('Coupon code').fill(couponCode)
  await page.getByRole('checkbox', { name: /terms/i }).check()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText(/Please click on the link in the message we sent/)).toBeVisible()
}

/** Path of the page that the mail leads to. */
export async function confirmationLink(site: Pick<Site, 'mailTo'>, email: string): Promise<string> {
  const { text } = await site.mailTo(email)
  const link = new URL(text.match(/http\S+confirm-contact\S+/)?.[0] ?? '')
  return link.pathname + link.search
}
