import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { confirmationLink, register, sendRegistration } from './register.ts'
import { expect, type Site, signIn, test } from './site.ts'
import { expectFitsAnySize } from './what-does-not-fit.ts'

const password = 'notes on the engine'

test.use({ sharedSite: true })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()
const orderButton = 'Order with obligation to pay'

async function signedIn(page: Page, site: Site, email: string): Promise<void> {
  await register(page, site, { name: 'Ada Lovelace', email, password })
  await signIn(page, { email, password })
}

async function giveCountry(page: Page, country: string, vatId?: string): Promise<void> {
  await expect(heading(page, 'Billing country and VAT id')).toBeVisible()
  await page.getByLabel('Billing country', { exact: true }).selectOption(country)
  if (vatId !== undefined) await page.getByRole('textbox', { name: 'VAT id' }).fill(vatId)
  await next(page)
  await expect(heading(page, 'Billing address')).toBeVisible()
}

async function giveAddress(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Billing address' }).fill('Ada Lovelace\nRing 1\n10115 Berlin')
  await next(page)
  await expect(heading(page, 'Billing interval')).toBeVisible()
}

async function giveCard(page: Page, number = '4242424242424242'): Promise<void> {
  await expect(heading(page, 'Payment details')).toBeVisible()
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expires').fill('12/39')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Store card and continue' }).click()
  await expect(heading(page, 'Check and order')).toBeVisible()
}

const lineOf = (page: Page, name: string) => page.getByRole('row', { name })

test('a trial becomes a subscription, through five steps and a reload', async ({ page, site }) => {
  test.setTimeout(180_000)
  await signedIn(page, site, 'ada@example.org')

  await test.step('comes from the pricing page, and cannot skip a step', async () => {
    await page.goto('/pricing')
    await page.getByRole('radio', { name: /3 months/ }).check()
    await page.getByRole('link', { name: 'Subscribe now' }).click()
    await expect(page).toHaveURL(/\/subscription\/new\/1$/)
    await page.goto('/subscription/new/5')
    await expect(page).toHaveURL(/\/subscription\/new\/1/)
    await expectAccessible(page, 'step 1')
  })

  await test.step('gives country and address, with a reload in the middle of a word', async () => {
    await giveCountry(page, 'DE')
    await page.getByRole('textbox', { name: 'Billing address' }).fill('Ada Love')
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Billing address' })).toHaveValue('Ada Love')
    await expectAccessible(page, 'step 2')
    await expectFitsAnySize(page, 'step 2')
    await giveAddress(page)
  })

  await test.step('finds the interval chosen, and goes back and forth by the browser', async () => {
    await expect(page.getByRole('radio', { name: /3 months/ })).toBeChecked()
    await page.goBack()
    await expect(heading(page, 'Billing address')).toBeVisible()
    await page.goForward()
    await expect(heading(page, 'Billing interval')).toBeVisible()
    await expectAccessible(page, 'step 3')
    await expectFitsAnySize(page, 'step 3')
    await page.getByRole('radio', { name: /1 month/ }).check()
    await next(page)
  })

  await test.step('stores a card, of which the browser keeps nothing', async () => {
    await expect(heading(page, 'Payment details')).toBeVisible()
    await expectAccessible(page, 'step 4')
    await expectFitsAnySize(page, 'step 4')
    await giveCard(page)
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
    expect(kept).not.toMatch(/4242|12\/39/)
    await page.reload()
    await expect(heading(page, 'Check and order')).toBeVisible()
  })

  await test.step('sees the price and its time, and must ask for access at once', async () => {
    await expect(lineOf(page, 'Net price for 1 month')).toContainText('€10.00')
    await expect(lineOf(page, 'VAT 19%')).toContainText('€1.90')
    await expect(lineOf(page, 'Total')).toContainText('€11.90')
    await expect(page.getByText(/when your free trial ends\. Until then nothing is charged\./)).toBeVisible()
    await expectAccessible(page, 'step 5')
    await expectFitsAnySize(page, 'step 5')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, 'step 5, dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('button', { name: orderButton }).click()
    await expect(
      page.getByText('Please agree to this: without it your access can not begin yet.'),
    ).toBeVisible()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: orderButton }).click()
    await expect(heading(page, 'Thank you for subscribing!')).toBeVisible()
    await expectAccessible(page, 'thanks')
    expect((await site.mailTo('ada@example.org')).subject).toBe('Your subscription is set up')
  })

  await test.step('can not order it twice', async () => {
    await page.goto('/subscription/new/1')
    await expect(
      page.getByText('You have ordered your subscription already.', { exact: false }),
    ).toBeVisible()
  })
})

test.describe('the tax of', () => {
  for (const [who, country, vatId, line, total] of [
    ['a company in Germany', 'DE', 'DE136695976', 'VAT 19%', '€11.90'],
    ['a company in Austria', 'AT', 'ATU13585627', 'VAT 0%, reverse charge', '€10.00'],
    ['a company in Greece', 'GR', 'EL094259216', 'VAT 0%, reverse charge', '€10.00'],
  ] as const)
    test(`${who} is ${line} @long`, async ({ page, site }) => {
      test.setTimeout(120_000)
      await signedIn(page, site, `${country.toLowerCase()}@example.org`)
      await page.goto('/subscription/new/1?interval=1m')
      await giveCountry(page, country, vatId)
      await giveAddress(page)
      await next(page)
      await giveCard(page)
      await expect(lineOf(page, line)).toBeVisible()
      await expect(lineOf(page, 'Total')).toContainText(total)
      // a company has no right of withdrawal, so nothing to agree to
      await expect(page.getByRole('checkbox')).toHaveCount(0)
      await page.getByRole('button', { name: orderButton }).click()
      await expect(heading(page, 'Thank you for subscribing!')).toBeVisible()
    })
})

test.describe('a payment', () => {
  // declined: 409, and the page says why
  test.use({ expectedComplaints: [/status of 409 .*\/api\/subscription/] })

  test("that is declined leads back to the card, with the bank's reason, and one that needs a confirmation continues @long", async ({
    page,
    site,
  }) => {
    test.setTimeout(180_000)
    const { email, password: known } = await site.login('expired')
    await signIn(page, { email, password: known })
    await page.goto('/subscription/new/1?interval=1m')
    await giveCountry(page, 'DE')
    await giveAddress(page)
    await next(page)
    await giveCard(page, '4000000000009995')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: orderButton }).click()
    await expect(heading(page, 'Payment details')).toBeVisible()
    await expect(page.getByText('Your card has insufficient funds.')).toBeVisible()
    await page.getByLabel('Card number').fill('4000002760003184')
    await page.getByLabel('Expires').fill('12/39')
    await page.getByLabel('CVC').fill('123')
    await page.getByRole('button', { name: 'Store card and continue' }).click()
    const bank = page.getByRole('dialog', { name: 'Your bank asks' })
    await bank.getByRole('button', { name: 'Confirm' }).click()
    await expect(heading(page, 'Check and order')).toBeVisible()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: orderButton }).click()
    await expect(heading(page, 'Your bank asks you to confirm the payment')).toBeVisible()
    await expectAccessible(page, 'the bank asks')
    // it can be left, and is still there
    await page.reload()
    await page.getByRole('button', { name: 'Confirm the payment' }).click()
    await bank.getByRole('button', { name: 'Confirm' }).click()
    await expect(heading(page, 'Thank you for subscribing!')).toBeVisible()
  })
})

test('the interval that a visitor chose is selected in the wizard, whatever browser opened the mail @long', async ({
  page,
  site,
  browser,
}) => {
  const email = 'iris.interval@example.org'
  await page.goto('/pricing')
  await page.getByRole('radio', { name: /1 year/ }).check()
  await page.getByRole('link', { name: 'Register now' }).click()
  await expect(page.getByLabel('Full name')).toBeVisible()
  await sendRegistration(page, { name: 'Iris Interval', email, password })

  const other = await (await browser.newContext({ baseURL: site.url })).newPage()
  await other.goto(await confirmationLink(site, email))
  await other.getByRole('button', { name: 'Confirm', exact: true }).click()
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByRole('button', { name: 'Confirm', exact: true }).click()
  await other.getByRole('link', { name: 'Continue to login' }).click()
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await giveCountry(other, 'DE')
  await giveAddress(other)
  await expect(other.getByRole('radio', { name: /1 year/ })).toBeChecked()
  await other.context().close()
})
