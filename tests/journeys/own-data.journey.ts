import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { register } from './register.ts'
import { expect, signIn, test } from './site.ts'

const dora = { name: 'Dora Departs', email: 'dora@example.org', password: 'off to the mountains' }

// the browser itself writes the refused sign-in down
test.use({ expectedComplaints: [/status of 401/] })

test('an owner takes a copy of their data, asks for deletion, thinks better of it, and goes after all @long', async ({
  page,
  site,
}) => {
  await register(page, site, dora)
  await signIn(page, dora)
  await page.goto('/account/profile')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download a copy of my data' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^lectern-data-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(readFileSync(await download.path()))
  const textOf = (name: string) => Buffer.from(files[name] ?? []).toString()
  expect(textOf('README.txt')).toContain(dora.name)
  expect(JSON.parse(textOf('data.json'))).toMatchObject({
    user: [{ name: dora.name, role: 'owner' }],
    contacts: [{ email: dora.email }],
  })
  expect(textOf('subscription.csv')).toContain('trial')

  await askForDeletion(page, dora.password)
  const banner = page.getByRole('complementary', { name: 'Deletion' })
  await expect(banner).toContainText(/Your account will be deleted on \d+\. \w+, \d{4}\./)
  await site.mailTo(dora.email, /will be deleted on/)

  await page.goto('/content')
  await banner.getByRole('link', { name: 'Keep my account' }).click()
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeFocused()
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible()
  await expect(banner).toHaveCount(0)

  await askForDeletion(page, dora.password)
  await page.goto('/demo')
  await page.getByRole('button', { name: '1 day', exact: true }).click()
  await expect(page.getByText(/^It is now /)).toBeVisible({ timeout: 30_000 })
  await expect(banner).toBeVisible()
  const told = page.getByText(/^It is now /)
  const tomorrow = (await told.textContent()) ?? ''
  await page.getByRole('button', { name: '14 days' }).click()
  // the first one may have disappeared meanwhile
  await expect(told.filter({ hasNotText: tomorrow })).toBeVisible({ timeout: 30_000 })

  // signed out at once
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible({ timeout: 60_000 })
  // no mail contains the deleted account's data, not even the one about the deletion
  const recipients = async () =>
    (await (await page.request.get('/demo/mails')).json()).mails.map(({ to }: { to: string }) => to)
  await expect.poll(recipients).not.toContain(dora.email)

  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(dora.email)
  await page.getByLabel('Password', { exact: true }).fill(dora.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
})

async function askForDeletion(page: Page, password: string): Promise<void> {
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('will be deleted in 14 days')
  await dialog.getByLabel('current password').fill(password)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('button', { name: 'Keep my account' })).toBeFocused()
}
