import { expectAccessible } from './expect-accessible.ts'
import { register } from './register.ts'
import { expect, signIn, test } from './site.ts'

const ada = { name: 'Ada Lovelace', email: 'ada.leaves@example.org', password: 'notes on the engine' }

test.use({ sharedSite: true })

test('a consumer cancels without logging in, and finds it done', async ({ page, site }) => {
  test.setTimeout(120_000)
  await register(page, site, ada)

  await test.step('fills in, is told what is missing, and checks', async () => {
    await page.goto('/faq')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Cancel contracts here' }).click()
    await expectAccessible(page, 'cancel, step 1')
    await page.getByRole('button', { name: 'Check your entries' }).click()
    await expect(page.getByText('Please enter your name.')).toBeVisible()
    await page.getByLabel('Full name').fill(ada.name)
    await page.getByLabel('Email').fill(ada.email)
    await page.getByRole('button', { name: 'Check your entries' }).click()
    await expect(page.getByRole('heading', { name: 'Check and send' })).toBeFocused()
    await expectAccessible(page, 'cancel, step 2')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, 'cancel, step 2, dark')
  })

  await test.step('sends it, and gets the time on screen and by mail', async () => {
    await page.getByRole('button', { name: 'Cancel now' }).click()
    await expect(page.getByText(/^We received your cancellation on .*\d\d:\d\d:\d\d/)).toBeVisible()
    await expectAccessible(page, 'cancel, received, dark')
    await expect.poll(async () => (await site.mailTo(ada.email)).text, { timeout: 20_000 }).toMatch(/cancel/i)
  })

  await test.step('signs in: the trial is not extended', async () => {
    await signIn(page, ada)
    const status = await page.evaluate(async () => {
      const session = await (await fetch('/api/user-session')).json()
      return session.subscription.status
    })
    expect(status).toBe('pending-expiry')
  })
})

test('a withdrawal is received without a login, and confirmed by mail', async ({ page, site }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from contract' }).click()
  await expectAccessible(page, 'withdraw, step 1')
  await page.getByLabel('Full name').fill('Nobody Known')
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.getByRole('button', { name: 'Check your entries' }).click()
  await page.getByRole('button', { name: 'Change something' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('Nobody Known')
  await page.getByRole('button', { name: 'Check your entries' }).click()
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(page.getByText(/^We received your withdrawal on/)).toBeVisible()
  expect((await site.mailTo('nobody@example.org')).text).toContain('Name: Nobody Known')
})
