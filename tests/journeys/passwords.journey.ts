import type { Page } from '@playwright/test'
import { addressIn, expectAccessible, languagesInTurn, themes } from './expect-accessible.ts'
import { register } from './register.ts'
import { expect, signIn, test } from './site.ts'

// refused on purpose: a common password, a wrong one, and requests of a session ended elsewhere
test.use({ sharedSite: true, expectedComplaints: [/status of (422 .*reset-password|40[13] .*\/api\/)/] })

test('a user forgets their password, changes it, and ends a session elsewhere @long', async ({
  page,
  site,
  browser,
}) => {
  const email = 'grace@example.org'
  const first = 'nanoseconds of wire'
  const second = 'a moth in the relay'
  const third = 'relays without moths'
  await register(page, site, { name: 'Grace Hopper', email, password: first })

  await test.step('asks for a link', async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page).toHaveTitle('Reset password – Lectern')
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    const sent = `We sent a message to ${email} with instructions to reset your password.`
    await expect(page.getByText(sent)).toBeVisible()
  })

  await test.step('opens it from the demo page and chooses a new password', async () => {
    await page.getByRole('link', { name: "Open the demo's mails" }).click()
    await page.getByRole('button', { name: /Reset your password/ }).click()
    await page
      .getByRole('link', { name: /new-password/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
    // a link from another program is served by the server, and leaves no trace of the code
    const served = await page.request.get('/account/reset-password/new-password?contact=a&code=b')
    expect(served.headers()['referrer-policy']).toBe('no-referrer')
    await chooseNew(page, 'password1')
    await expect(page.getByText(/^This password is on the list of the most common ones/)).toBeVisible()
    await chooseNew(page, second)
    await expect(page.getByText('The password reset was completed successfully.')).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
  })

  const elsewhere = await browser.newContext({ baseURL: site.url })
  const other = await elsewhere.newPage()
  await test.step('signs in with it, here and elsewhere', async () => {
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
    await page.getByLabel('Password', { exact: true }).fill(second)
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
    await signIn(other, { email, password: second })
  })

  await test.step('is signed out in another tab while typing, logs in in a dialog, and saving continues', async () => {
    await page.goto('/account/profile')
    await page.getByLabel('Full name').fill('Grace Brewster Hopper')
    const tab = await page.context().newPage()
    await tab.goto('/account/security')
    await tab.getByRole('button', { name: 'Account menu' }).click()
    await tab.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page.getByText('You were logged out. What you typed is still here.')).toBeVisible()
    await tab.close()
    await page.getByRole('main').getByRole('button', { name: 'Save' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'You were logged out' })
    await expect(dialog.getByLabel('Email')).toHaveValue(email)
    await expectAccessible(page, 'logging in again in a dialog')
    await dialog.getByLabel('Password', { exact: true }).fill(second)
    await dialog.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('Your name was saved.')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await page.reload()
    await expect(page.getByLabel('Full name')).toHaveValue('Grace Brewster Hopper')
  })

  await test.step('changes the password, which signs the other browser out', async () => {
    await page.goto('/account/password')
    await changeTo(page, 'not my password', third)
    await expect(page.getByRole('alert')).toHaveText('The password is not correct.')
    await changeTo(page, second, third)
    await expect(page.getByText('The password was changed successfully.')).toBeVisible()
    await expect(page.getByLabel('current password', { exact: true })).toHaveValue('')
    await other.goto('/account/security')
    await expect(other.getByText('You have to be logged in to see how you log in.')).toBeVisible()
    await signIn(other, { email, password: third })
  })

  await test.step('sees both sessions, is told of the other by mail, and ends it', async () => {
    await page.goto('/account/security')
    const sessions = page.getByRole('region', { name: 'Where you are logged in' })
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    await expect(sessions.getByRole('listitem').first()).toContainText('This browser')
    await sessions.getByRole('button', { name: /^End Chrome on / }).click()
    await expect(page.getByText('The session has been ended.')).toBeVisible()
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    await other.goto('/account/password')
    await expect(other.getByText('You have to be logged in to change your password.')).toBeVisible()
    await page.goto('/demo')
    await expect(page.getByRole('button', { name: /A new login to Lectern/ }).first()).toBeVisible()
  })
  await elsewhere.close()
})

test('a link that was cut off says so and leads home @long', async ({ page }) => {
  for (const path of ['/account/reset-password/new-password', '/user/create-password/new-password']) {
    await page.goto(`${path}?contact=a%40example.org`)
    await expect(page.getByText('The contact address or confirmation code is missing')).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
  }
})

for (const theme of themes)
  test(`the screens of passwords and sessions are accessible in ${theme} mode, wide and narrow @long`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const check = async (paths: readonly string[]) => {
      for (const [index, width] of [1440, 390].entries()) {
        await page.setViewportSize({ width, height: 900 })
        for (const path of paths) {
          await page.goto(addressIn(languagesInTurn(index + 1)[0], path))
          await expectAccessible(page, `${path} at ${width}`)
        }
      }
    }
    await check([
      '/reset-password/start',
      '/account/reset-password/new-password?contact=a%40example.org&code=x',
      '/user/create-password/new-password?contact=a%40example.org&code=x',
      '/user/change-password',
      '/account/password',
    ])
    await page.getByRole('link', { name: 'Login' }).first().click()
    await signIn(page, await site.login('viewer'))
    await check(['/account/password', '/account/security'])
    await page.goto('/account/password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Please choose a password.')).toBeVisible()
    await expectAccessible(page, 'a refused change')
  })

async function chooseNew(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Save the password' }).click()
}

async function changeTo(page: Page, current: string, password: string): Promise<void> {
  await page.getByLabel('current password', { exact: true }).fill(current)
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
}
