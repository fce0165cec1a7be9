import type { Page } from '@playwright/test'
import { expectAccessible, isThorough } from './expect-accessible.ts'
import { expect, type Site, startSite, test } from './site.ts'
import { advance, holder, storeCard, subscribe } from './subscriber.ts'

test('a team of twelve pays for a thirteenth in the middle of a month, and gets credit when two leave @long', async ({
  page,
  site,
}) => {
  test.setTimeout(300_000)
  await test.step('twelve users in the trial are free, and paid for when it ends', async () => {
    await teamOfTwelve(page, site)
    // 12 x 10 EUR, 90 % from five users on, 19 % VAT
    await expect(page.getByRole('row', { name: /€128\.52/ })).toHaveCount(1)
  })

  await test.step('one more costs the rest of the month, which is said before it is charged', async () => {
    await advance(page, '14 days')
    await page.goto('/account/users')
    await addUser(page, 13)
    await page.getByRole('button', { name: 'Save changes' }).click()
    const question = page.getByRole('dialog', { name: 'Add paid users' })
    await expect(question.getByText(/^You are adding one paid user, 13 in total\./)).toBeVisible()
    await expectAccessible(page, 'the question about the price')
    await question.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await question.getByRole('button', { name: /^Pay €\d+\.\d\d and save$/ }).click()
    await expect(
      page.getByText('The changes to the users associated with this account have been saved.'),
    ).toBeVisible()
    await expect(page.getByText('13 of 13 in use')).toBeVisible()
  })

  await test.step('two fewer give credit for the next month', async () => {
    await page.reload()
    await page.getByRole('navigation', { name: 'Pages: Users' }).getByRole('button', { name: 'Next' }).click()
    for (const number of [12, 13])
      await page.getByRole('button', { name: `Remove! User ${number}`, exact: true }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    const question = page.getByRole('dialog', { name: 'Remove paid users' })
    await expect(question.getByText(/^You are removing 2 paid users, 11 will be left\./)).toBeVisible()
    await expect(question.getByText('Credit, gross', { exact: true })).toBeVisible()
    await question.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('11 of 11 in use')).toBeVisible()
    await page.goto('/account/subscription')
    await expect(page.getByText(/^You are subscribed for 11 users until /)).toBeVisible()
  })
})

if (isThorough)
  test('a team of twelve on the other plan', async ({ browser }) => {
    test.setTimeout(300_000)
    const { site, stop } = await startSite({ PRICE_SET: 'pandemic2020' })
    const context = await browser.newContext({ baseURL: site.url })
    try {
      const page = await context.newPage()
      await page.goto('/pricing')
      await expect(page.getByText('€5.95').first()).toBeVisible()
      await teamOfTwelve(page, site)
      // 12 x 5 EUR, 90 % from ten users on, 19 % VAT
      await expect(page.getByRole('row', { name: /€64\.26/ })).toHaveCount(1)
    } finally {
      await context.close()
      await stop()
    }
  })

/**
 * A user in their trial who orders, adds eleven users and pays for all twelve when it ends; on the subscription page.
 */
async function teamOfTwelve(page: Page, site: Site): Promise<void> {
  await holder(page, site, 'head@brightwater.example')
  await storeCard(page, '4242 4242 4242 4242')
  await expect(page.getByText('Your subscription now uses the new card.')).toBeVisible()
  await subscribe(page)
  await page.goto('/account/users')
  for (let number = 2; number <= 12; number += 1) await addUser(page, number)
  await save(page)
  await expect(page.getByText('12 of 12 in use')).toBeVisible()
  await advance(page, '14 days')
  await advance(page, '1 day')
  await page.goto('/account/subscription')
  await expect(page.getByText(/^You are subscribed for 12 users until /)).toBeVisible()
}

async function addUser(page: Page, number: number): Promise<void> {
  const form = page.getByRole('region', { name: 'Add user' })
  await form.getByLabel('Name').fill(`User ${number}`)
  await form.getByLabel('Email').fill(`user${number}@brightwater.example`)
  await form.getByRole('button', { name: 'Add user' }).click()
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(
    page.getByText('The changes to the users associated with this account have been saved.'),
  ).toBeVisible()
}
