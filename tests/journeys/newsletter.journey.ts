import { expectAccessible } from './expect-accessible.ts'
import { confirmationLink } from './register.ts'
import { expect, test } from './site.ts'
import { advance } from './subscriber.ts'

test('a newcomer who agreed gets a message of the first week, and unsubscribes by one click @long', async ({
  page,
  site,
}) => {
  const email = 'nora@example.org'
  await page.goto('/register')
  await page.getByLabel('Full name').fill('Nora News')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('long enough to keep')
  await page.getByLabel('Confirm password').fill('long enough to keep')
  await page.getByRole('checkbox', { name: /^Tell me by email/ }).check()
  await page.getByRole('checkbox', { name: /terms/i }).check()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText(/Please click on the link in the message we sent/)).toBeVisible()
  await page.goto(await confirmationLink(site, email))
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page).toHaveURL(/\/confirm-contact\/success/)

  await advance(page, '1 day')
  const { text } = await site.mailTo(email, /^Where to begin/)
  expect(text).toContain('Hello Nora News,')
  expect(text).toContain('A good one to begin with:')
  const link = new URL(text.match(/Unsubscribe: (\S+)/)?.[1] ?? '')
  await page.goto(link.pathname + link.search)
  await expectAccessible(page, 'the page of unsubscribing')
  await page.getByRole('main').getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('You are unsubscribed.', { exact: false })).toBeVisible()
})
