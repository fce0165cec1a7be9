import type { Locator } from '@playwright/test'
import { hold } from './held-requests.ts'
import { register } from './register.ts'
import { contextAs } from './screens.ts'
import { expect, test, untilStarted } from './site.ts'
import { tabTo } from './tab-to.ts'

test.use({ sharedSite: true })

test('by keyboard alone: from the landing page to a free film that plays, and out of it again', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Watch these without an account' })).toBeVisible()
  await page.waitForLoadState('networkidle')

  await tabTo(page, 'main a[href^="/content/video/"]')
  await page.keyboard.press('Enter')
  await expect(page.locator('video')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Play' }).first()).toBeVisible()

  await tabTo(page, '.player button')
  await expect(page.locator(':focus')).toHaveAccessibleName('Play')
  await page.keyboard.press('Space')
  const time = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(time, { timeout: 30_000 }).toBeGreaterThan(0)

  // neither the player nor adjacent elements trap the focus
  await tabTo(page, 'footer a[href="/imprint"]')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Imprint' })).toBeVisible()
})

test('by keyboard alone: a subscription is bought, cancelled and resumed, and withdrawn from', async ({
  page,
  site,
}) => {
  test.slow()
  const person = { name: 'Kay Board', email: 'kay@example.org', password: 'tabs and arrows' }
  await register(page, site, person)
  const { keyboard } = page
  const heading = (name: string) => page.getByRole('heading', { name })
  /** Goes to an element and presses a key there. */
  const press = async (wanted: string | Locator, key = 'Enter') => {
    await tabTo(page, wanted)
    await keyboard.press(key)
  }
  const write = async (wanted: string | Locator, text: string) => {
    await tabTo(page, wanted)
    await keyboard.type(text)
  }

  await test.step('logs in', async () => {
    await page.goto('/login')
    await untilStarted(page)
    await write('main input[type=email]', person.email)
    await write('main input[type=password]', person.password)
    await keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  })

  await test.step('buys', async () => {
    await page.goto('/subscription/new/1')
    await expect(heading('Billing country and VAT id')).toBeVisible()
    await write('main select', 'Germany')
    await press('main button[type=submit]')
    await expect(heading('Billing address')).toBeVisible()
    await write('main textarea', 'Kay Board, Ring 1, 10115 Berlin')
    await press('main button[type=submit]')
    await expect(heading('Billing interval')).toBeVisible()
    await press('main input[type=radio]', 'Space')
    await press('main button[type=submit]')
    await expect(heading('Payment details')).toBeVisible()
    for (const text of ['4242424242424242', '12/39', '123']) {
      await tabTo(page, 'main input:not([value]), main input[value=""]')
      await keyboard.type(text)
    }
    await keyboard.press('Enter')
    await expect(heading('Check and order')).toBeVisible()
    await press('main input[type=checkbox]', 'Space')
    await press('main .button-primary')
    await expect(heading('Thank you for subscribing!')).toBeVisible()
  })

  await test.step('cancels, and resumes', async () => {
    await page.goto('/account/subscription')
    await press(page.getByRole('button', { name: 'Cancel subscription' }))
    await press(page.getByRole('dialog').getByRole('button', { name: 'Yes' }))
    await expect(
      page.getByText(/^Your free trial expires on .* is not extended|will expire on/),
    ).toBeVisible()
    await press(page.getByRole('button', { name: 'Resume subscription' }))
    await expect(page.getByText(/^It is followed by a subscription/)).toBeVisible()
  })

  await test.step('withdraws', async () => {
    await press(page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from contract' }))
    await write(page.getByLabel('Full name'), person.name)
    await write(page.getByLabel('Email'), person.email)
    await press(page.getByRole('button', { name: 'Check your entries' }))
    await press(page.getByRole('button', { name: 'Confirm withdrawal' }))
    await expect(page.getByText(/^We received your withdrawal on/)).toBeVisible()
  })
})

test('the avatar does not move while its menu loads, and is one Tab stop @long', async ({
  browser,
  site,
}) => {
  const context = await contextAs(browser, site, 'viewer')
  const page = await context.newPage()
  await page.goto(`${site.url}/faq`)
  const avatar = page.getByRole('button', { name: 'Account menu' })
  const before = await avatar.boundingBox()
  await tabTo(page, '.avatar-button')
  // the menu knows whether it is open
  await expect(avatar).toHaveAttribute('aria-expanded', 'false')
  await expect(avatar).toBeFocused()
  expect(await avatar.boundingBox()).toEqual(before)
  await page.keyboard.press('Tab')
  await expect(avatar).not.toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(avatar).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(avatar).not.toBeFocused()
  await context.close()
})

for (const path of ['/content', '/content?sort=category', '/content?q=async'])
  test(`by keyboard, the first film of ${path} is at most ten Tab stops away, also before the scripts run${path !== '/content' ? ' @long' : ''}`, async ({
    page,
  }) => {
    const scripts = await hold(page, '**/assets/*.js')
    await page.goto(path, { waitUntil: 'commit' })
    const toResults = await tabTo(page, '.skip-link[href="#results"]')
    await page.keyboard.press('Enter')
    scripts.release()
    await untilStarted(page)
    await expect(page.locator('#results')).toBeFocused()
    const toFilm = await tabTo(page, '#results a[href^="/content/video/"]')
    expect(toResults + toFilm).toBeLessThanOrEqual(10)
  })

for (const key of ['Control+s', '/'])
  test(`${key} pressed before the scripts have come leads to the search field`, async ({ page }) => {
    const scripts = await hold(page, '**/assets/*.js')
    await page.goto('/pricing', { waitUntil: 'commit' })
    const field = page.getByRole('searchbox')
    await field.waitFor()
    await page.keyboard.press(key)
    await expect(field).toBeFocused()
    scripts.release()
    await untilStarted(page)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
  })
