import type { Page } from '@playwright/test'
import { expectAccessibleInTurn } from './expect-accessible.ts'
import { expect, signIn, test } from './site.ts'

test.use({ expectedComplaints: [/status of (?:404 .*\/no\/such\/page|403 .*password)/] })

test('the admin sees the site as an owner sees it, changes nothing that matters, and returns @long', async ({
  page,
  browser,
  site,
}) => {
  test.setTimeout(120_000)
  const expired = await site.login('expired')
  const owners = await browser.newPage({ baseURL: site.url })
  await signIn(owners, expired)
  await signIn(page, await site.login('admin'))

  await test.step('switches from the search results, without a password right after logging in', async () => {
    await page.goto('/admin/account/list?query=exeter')
    await page.getByRole('button', { name: '[switch] into the account of Eddie Exeter' }).click()
    await expect(page).toHaveURL(/\/content$/)
    await expect(banner(page)).toContainText('You are Eddie Exeter (as admin)')
    await expectAccessibleInTurn(page, 'switched')
  })

  await test.step("sees the user on every page, including unknown ones and the admin's", async () => {
    for (const address of [
      '/account/profile',
      '/pricing',
      '/no/such/page',
      '/admin',
      '/account/subscription',
    ]) {
      await page.goto(address)
      await expect(banner(page)).toBeVisible()
    }
    await page.goto('/admin')
    await expect(page.getByText('The given URL can not be found.')).toBeVisible()
  })

  await test.step('can not change the password', async () => {
    await page.goto('/account/password')
    await page.getByRole('textbox', { name: 'current password' }).fill(expired.password)
    await page.getByLabel('New password', { exact: true }).fill('chosen by the admin')
    await page.getByLabel(/^(Confirm|Repeat)/).fill('chosen by the admin')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText(/can not be done while you are in somebody else's account/)).toBeVisible()
  })

  await test.step("watches; nothing of the owner's changes, and no failure is reported", async () => {
    const { videos } = await (await page.request.get('/api/videos')).json()
    const free = videos.find((video: { free: boolean }) => video.free)
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
    })
    await page.goto(`/content/video/${free.id}`)
    await page.evaluate(() => document.querySelector('video')?.play())
    const seconds = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
    await expect.poll(seconds).toBeGreaterThan(1)
    await page.evaluate(() => document.querySelector('video')?.pause())
    await expect(page.getByRole('button', { name: 'Favourite' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Mark video as unseen' })).toHaveCount(0)
    expect(refused).toEqual([])
    const { history } = await (await owners.request.get('/api/video-history')).json()
    expect(history.map(({ videoId }: { videoId: string }) => videoId)).not.toContain(free.id)
  })

  await test.step('is seen by the owner', async () => {
    await owners.goto('/account/security')
    await expect(owners.getByText('The admin of this site, in your account')).toBeVisible()
  })

  await test.step('returns to the search', async () => {
    await banner(page).getByRole('button', { name: 'Return' }).click()
    await expect(page).toHaveURL(/\/admin\/account\/list/)
    await expect(banner(page)).toHaveCount(0)
    await owners.reload()
    await expect(owners.getByText('This browser')).toBeVisible()
    await expect(owners.getByText('The admin of this site, in your account')).toHaveCount(0)
  })

  await test.step('switches from the account view', async () => {
    await page.getByLabel('Name or email').fill('exeter')
    await page.getByRole('link', { name: 'Eddie Exeter' }).click()
    // the list has such a button, too
    await expect(page.getByRole('heading', { level: 1, name: /^Account / })).toBeVisible()
    await page.getByRole('button', { name: '[switch] into the account of Eddie Exeter' }).click()
    await expect(banner(page)).toBeVisible()
  })
})

const banner = (page: Page) => page.getByRole('complementary', { name: 'Switched account' })
