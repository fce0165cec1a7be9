import type { Page } from '@playwright/test'
import { expectAccessibleInTurn, expectAccessibleLooks } from './expect-accessible.ts'
import { expect, signIn, test } from './site.ts'

const admins = { email: 'admin@lectern.example', password: 'demo-admin-1' }

test('the admin finds an owner, lets them watch again, helps them in, and purges their account', async ({
  page,
  browser,
  site,
}) => {
  test.setTimeout(180_000)
  const owners = await browser.newPage({ baseURL: site.url })
  const expired = await site.login('expired')
  await signIn(owners, expired)
  expect(await mayWatch(owners)).toBe(false)

  await test.step('searches, and comes back to the same results', async () => {
    await signIn(page, admins)
    await page.goto('/admin')
    const sections = page.getByRole('navigation', { name: 'Admin' })
    await sections.getByRole('link', { name: 'Accounts' }).click()
    await expect(page.getByText('Enter a query to limit the number of results')).toBeVisible()
    await page.getByLabel('Name or email').fill('example')
    await expect(page.getByText(/Found \d+ matches/)).toBeVisible()
    await expectAccessibleInTurn(page, 'account search')
    await page.getByLabel('Name or email').fill('EXETER')
    await expect(page.getByText('Found 1 match')).toBeVisible()
    await page.getByRole('link', { name: 'Eddie Exeter' }).click()
    await expect(page.getByText('Payment Provider')).toBeVisible()
    await page.goBack()
    await expect(page.getByText('Found 1 match')).toBeVisible()
    await page.getByRole('link', { name: 'Eddie Exeter' }).click()
  })

  await test.step('assigns prepaid licences', async () => {
    await page.getByLabel('License count').fill('2')
    await page.getByLabel('Interval number').fill('3')
    await page.getByLabel('Unit').fill('Months')
    await expectAccessibleInTurn(page, 'account view')
    await page.getByRole('button', { name: 'Assign prepaid licenses' }).click()
    await confirm(page)
    await expect(page.getByText('The prepaid licenses were assigned successfully.')).toBeVisible()
    await expect(page.getByText('prepaid', { exact: true })).toBeVisible()
    expect(await mayWatch(owners)).toBe(true)
  })

  await test.step('assigns a temporary password, by which the owner chooses their own', async () => {
    await page.getByRole('button', { name: 'Generate' }).click()
    const word = await page.getByRole('textbox', { name: 'Temporary password' }).inputValue()
    expect(word).toHaveLength(20)
    await page.getByRole('button', { name: 'Assign temporary password' }).click()
    await confirm(page)
    await expect(page.getByText('The temporary password was assigned successfully.')).toBeVisible()
    await owners.goto('/login')
    await owners.getByRole('textbox', { name: 'Email' }).fill(expired.email)
    await owners.getByLabel('Password', { exact: true }).fill(word)
    await owners.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await expect(owners).toHaveURL(/\/user\/change-password/)
    await chooseOwn(owners, word)
    await expect(owners.getByRole('button', { name: 'Account menu' })).toBeVisible()
  })

  await test.step('purges the account, which is no longer found', async () => {
    await page.getByRole('button', { name: 'Purge Account' }).click()
    await expect(page.getByRole('dialog', { name: 'Purge the account of Eddie Exeter?' })).toBeVisible()
    await expectAccessibleLooks(page, 'purging')
    await confirm(page)
    await expect(
      page.getByText('The account and the associated data was deleted successfully.'),
    ).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/account\/list$/)
    await page.getByLabel('Name or email').fill('exeter')
    await expect(page.getByText('No matching contacts')).toBeVisible()
    expect(await mayWatch(owners)).toBe(false)
  })
  await owners.close()
})

async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('current password').fill(admins.password)
  await dialog.getByLabel('current password').press('Enter')
  await expect(dialog).toBeHidden()
}

async function chooseOwn(owners: Page, word: string): Promise<void> {
  await owners.getByLabel('Temporary password', { exact: true }).fill(word)
  await owners.getByLabel('New password').fill('a word of my own 7')
  await owners.getByLabel('Confirm password').fill('a word of my own 7')
  await owners.getByRole('button', { name: 'Save the password' }).click()
}

async function mayWatch(browser: Page): Promise<boolean> {
  const response = await browser.request.get('/api/user-session')
  return Boolean(((await response.json()) as { mayWatch?: boolean }).mayWatch)
}
