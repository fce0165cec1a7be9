import type { Page } from '@playwright/test'
import { confirmationLink, fillInRegistration, register } from './register.ts'
import { expect, signIn, test } from './site.ts'

test('a trial ends when its days are over @long', async ({ page, site }) => {
  await register(page, site, { name: 'Tina Trial', email: 'tina@example.org', password })
  await signIn(page, { email: 'tina@example.org', password })
  await page.goto(await lockedVideo(page))
  await expect(page.locator('video')).toHaveCount(1)

  await page.goto('/demo')
  await page.getByRole('button', { name: '14 days' }).click()
  await expect(page.getByText(/^It is now /)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: '1 day', exact: true }).click()
  await expect(page.getByText(/^It is now /)).toHaveCount(2, { timeout: 30_000 })

  await page.goto(await lockedVideo(page))
  await expect(page.getByText('The video is for subscribers')).toBeVisible()
  await expect(page.getByText('Your account has no running subscription that covers you.')).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
})

test('opening the mailed link in another browser asks for a password @long', async ({
  page,
  site,
  browser,
}) => {
  await fillInRegistration(page, { name: 'Otto Other', email: 'otto@example.org', password })
  const elsewhere = await browser.newContext({ baseURL: site.url })
  const other = await elsewhere.newPage()
  await other.goto(await confirmationLink(site, 'otto@example.org'))
  await other.getByRole('button', { name: 'Confirm', exact: true }).click()
  await other.getByLabel('Password', { exact: true }).fill('chosen on the telephone')
  await other.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(other.getByText(/the account then starts anew/)).toBeVisible()
  await other.getByLabel('Full name').fill('Otto On The Way')
  await other.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(other.getByText('The contact otto@example.org has been successfully confirmed!')).toBeVisible()
  await signIn(other, { email: 'otto@example.org', password: 'chosen on the telephone' })
  await elsewhere.close()
})

test('a service that is closing says so @long', async ({ page }) => {
  await page.goto('/demo')
  await page.getByRole('radio', { name: /^Sunset/ }).click()
  await expect(page.getByText('The service mode was changed.')).toBeVisible()
  await page.goto('/faq')
  await page.getByText('Will there be new videos?').click()
  await expect(page.getByText(/No new content will be added/)).toBeVisible()
  await page.goto('/demo')
  await page.getByRole('radio', { name: /^Open/ }).click()
  await expect(page.getByRole('radio', { name: /^Open/ })).toBeChecked()
})

const password = 'long enough to keep'

async function lockedVideo(page: Page): Promise<string> {
  const { videos } = await page.request.get('/api/videos').then((reply) => reply.json())
  return `/content/video/${videos.find((video: { free: boolean }) => !video.free).id}`
}
