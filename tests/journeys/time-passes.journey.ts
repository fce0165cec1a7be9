import type { Page } from '@playwright/test'
import { expect, signIn, test } from './site.ts'

test('a trial ends when its days are over', async ({ page, site }) => {
  await register(page, { name: 'Tina Trial', email: 'tina@example.org' })
  await confirm(page, site, 'tina@example.org')
  await signIn(page, { email: 'tina@example.org', password })
  await page.goto(await lockedVideo(page))
  await expect(page.locator('video')).toHaveCount(1)

  await page.goto('/demo')
  await page.getByRole('button', { name: '14 days' }).click()
  await expect(page.getByText(/^It is now /)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: '1 day', exact: true }).click()
  await expect(page.getByText(/^It is now /)).toHaveCount(2, { timeout: 30_000 })

  await page.goto(await lockedVideo(page))
  await expect(page.getByText('Please log in to view the video')).toBeVisible()
  await expect(page.getByText('Your account has no running subscription that covers you.')).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
})

test('whoever opens the mailed link in another browser chooses a password there', async ({
  page,
  site,
  browser,
}) => {
  await register(page, { name: 'Otto Other', email: 'otto@example.org' })
  const elsewhere = await browser.newContext({ baseURL: site.url })
  const other = await elsewhere.newPage()
  const link = new URL(
    (await site.mailTo('otto@example.org')).text.match(/http\S+confirm-contact\S+/)?.[0] ?? '',
  )
  await other.goto(link.pathname + link.search)
  await other.getByRole('button', { name: 'Confirm', exact: true }).click()
  await other.getByLabel('Password', { exact: true }).fill('chosen on the telephone')
  await other.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(other.getByText('The contact otto@example.org has been successfully confirmed!')).toBeVisible()
  await signIn(other, { email: 'otto@example.org', password: 'chosen on the telephone' })
  await elsewhere.close()
})

test('a service that is closing says so', async ({ page }) => {
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

async function register(page: Page, { name, email }: { name: string; email: string }): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Full name').fill(name)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('checkbox', { name: /terms/i }).check()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText(/Please click on the link in the message we sent/)).toBeVisible()
}

async function confirm(
  page: Page,
  site: { mailTo(address: string): Promise<{ text: string }> },
  email: string,
) {
  const link = new URL((await site.mailTo(email)).text.match(/http\S+confirm-contact\S+/)?.[0] ?? '')
  await page.goto(link.pathname + link.search)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page).toHaveURL(/\/confirm-contact\/success/)
}

async function lockedVideo(page: Page): Promise<string> {
  const { videos } = await page.request.get('/api/videos').then((reply) => reply.json())
  return `/content/video/${videos.find((video: { free: boolean }) => !video.free).id}`
}
