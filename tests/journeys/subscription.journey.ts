import type { Page } from '@playwright/test'
import {
  addressIn,
  expectAccessible,
  expectAccessibleLooks,
  languagesInTurn,
  themes,
} from './expect-accessible.ts'
import { contextAs } from './screens.ts'
import { expectNoFailureBySecondOpinion } from './second-opinion.ts'
import { expect, signIn, test, untilStarted } from './site.ts'
import { advance, holder, pickCard, storeCard, subscribe } from './subscriber.ts'
import { tabTo } from './tab-to.ts'

// cards are declined on purpose
test.use({ expectedComplaints: [/status of 409/] })

test('a renewal fails, another card pays for it, and the subscription is cancelled and resumed', async ({
  page,
  site,
}) => {
  test.slow()
  await holder(page, site, 'carla@example.org')
  await page.goto('/account/subscription')
  await expect(page.getByText(/^Your free trial expires on /)).toBeVisible()
  await expectNoFailureBySecondOpinion(page, 'a trial')
  await storeCard(page, '4000 0000 0000 0341')
  await expect(page.getByText('Your subscription now uses the new card.')).toBeVisible()
  await expect(page.getByText(/^Visa ending in 0341/)).toBeVisible()
  await subscribe(page)
  await page.goto('/account/subscription')
  await expect(page.getByText(/^It is followed by a subscription/)).toBeVisible()
  await expectNoFailureBySecondOpinion(page, 'a trial that goes on')

  await advance(page, '14 days')
  await advance(page, '1 day')
  await page.goto('/account/subscription')
  await expect(page.getByText(/^Your last payment did not go through/)).toBeVisible()
  await expectAccessible(page, 'a subscription past due')
  await expectNoFailureBySecondOpinion(page, 'a subscription past due')
  await page.goto('/content')
  const banner = page.getByRole('complementary', { name: 'A payment is overdue' })
  await expect(banner).toContainText(/Your payment of €11\.90 did not go through\. Card: Visa ending in 0341/)
  await expect(banner).toContainText(/We try again on .* You can pay until /)
  await expectAccessible(page, 'the banner about a payment that is overdue')
  await expect(page.getByText(/no running subscription/)).toHaveCount(0)

  await storeCard(page, '4000 0000 0000 9995')
  await expect(page.getByRole('alert')).toHaveText('Your card has insufficient funds.')
  await storeCard(page, '4242 4242 4242 4242')
  await expect(page).toHaveURL(/\/account\/subscription$/)
  await expect(page.getByText(/^You are subscribed for 1 user until /)).toBeVisible()
  await expect(page.getByText('It is automatically extended by 1 month.')).toBeVisible()
  await expect(page.getByText(/did not go through/)).toHaveCount(0)
  await expect(page.getByRole('row', { name: /€11\.90/ })).toHaveCount(1)
  await expectNoFailureBySecondOpinion(page, 'a subscription that goes on')

  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to cancel your subscription?' })
  await question.getByRole('button', { name: 'No' }).click()
  await expect(question).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText(/^Your subscription will expire on /)).toBeVisible()
  const focused = page.locator(':focus')
  await expect(focused).toHaveText('Status')
  await expectNoFailureBySecondOpinion(page, 'a cancelled subscription')
  await page.getByRole('button', { name: 'Resume subscription' }).click()
  await expect(page.getByText(/^You are subscribed for 1 user until /)).toBeVisible()
  await expect(focused).toHaveText('Status')

  await page.getByRole('button', { name: 'Get a refund' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('You have no active subscription.')).toBeVisible()
  await expect(page.getByText(/^Credit note/)).toBeVisible()
  await expectNoFailureBySecondOpinion(page, 'a subscription given back')
})

test('a monthly subscription is changed to yearly at once, and the rest of the month pays a part of it; at the desk, five tasks by keyboard @long', async ({
  page,
  browser,
  site,
}) => {
  test.slow()
  await holder(page, site, 'yara@example.org')
  await storeCard(page, '4242 4242 4242 4242')
  await expect(page.getByText('Your subscription now uses the new card.')).toBeVisible()
  await subscribe(page)
  await advance(page, '14 days')
  await advance(page, '1 day')
  await page.goto('/account/subscription')
  await expect(page.getByText('It is automatically extended by 1 month.')).toBeVisible()
  await page.getByRole('button', { name: 'Change interval' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the billing interval' })
  await dialog.getByRole('radio', { name: /12 months|1 year/ }).check()
  await expect(dialog.getByRole('radio', { name: 'Today' })).toBeChecked()
  await expect(dialog.getByText(/becomes credit of €11\.90 gross/)).toBeVisible()
  await expectAccessibleLooks(page, 'the order of another interval')
  await dialog.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await expect(dialog.getByRole('checkbox')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('The billing interval was changed.')).toBeVisible()
  await expect(page.getByText(/^It is automatically extended by (12 months|1 year)\.$/)).toBeVisible()
  await expect(page.getByText(/^Credit note/)).toBeVisible()

  const context = await contextAs(browser, site, 'admin', { baseURL: site.url })
  await serveByKeyboard(await context.newPage(), (await site.login('admin')).password)
  await context.close()
  await page.reload()
  await expect(page.getByText(/^Your subscription will expire on /)).toBeVisible()
  await expect(page.getByText(/^Credit note/)).toHaveCount(3)
})

/** At the desk, by keyboard alone: finds the customer, gives a free month, corrects an invoice, refunds half, cancels. */
async function serveByKeyboard(page: Page, password: string): Promise<void> {
  const { keyboard } = page
  await page.goto('/admin')
  await untilStarted(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await keyboard.press('/')
  await keyboard.type('yara')
  await expect(page.getByRole('option', { name: /yara/i }).first()).toBeVisible()
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/account\/view\//)
  const main = page.getByRole('main')
  /** Fills in the form of a correction, up to the password. */
  const correct = async (button: string, title: string, fields: Readonly<Record<string, string>>) => {
    await tabTo(page, main.getByRole('button', { name: button }))
    await keyboard.press('Enter')
    const form = main.getByRole('form', { name: title })
    for (const [label, text] of Object.entries({ ...fields, Reason: 'Asked for by phone' })) {
      await tabTo(page, form.getByLabel(label))
      await keyboard.press('Control+a')
      await keyboard.type(text)
    }
    await tabTo(page, form.getByRole('button', { name: title }))
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('current password')).toBeFocused()
    await keyboard.type(password)
    await keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(form).toHaveCount(0)
  }
  await correct('Free days…', 'Give free days', { 'Number of days': '30' })
  await correct('Correct an invoice…', 'Correct the invoice', { Address: 'Ring 1\n10115 Berlin' })
  await correct('Refund…', 'Refund', { Amount: '50.00' })
  await correct('Cancel…', 'Cancel the subscription', {})
}

test('a year passes, and every month is charged once @long', async ({ page, site }) => {
  test.slow()
  await holder(page, site, 'jana@example.org')
  await storeCard(page, '4242 4242 4242 4242')
  await expect(page.getByText('Your subscription now uses the new card.')).toBeVisible()
  await subscribe(page)
  await advance(page, '1 year')
  await page.goto('/account/subscription')
  await expect(page.getByText(/^You are subscribed for 1 user until /)).toBeVisible()
  const paid = page.getByRole('row', { name: /€11\.90/ })
  await expect(paid).toHaveCount(10)
  await page
    .getByRole('navigation', { name: /Invoices/ })
    .getByRole('button', { name: 'Next' })
    .click()
  await expect(paid).toHaveCount(2)
})

test('the bank asks about a renewal, and the card holder confirms it on the page that the mail leads to @long', async ({
  page,
  site,
}) => {
  test.slow()
  await holder(page, site, 'sam@example.org')
  await page.goto('/subscription/card')
  await pickCard(page, '4000 0027 6000 3184')
  const bank = page.getByRole('dialog', { name: 'Your bank asks' })
  await bank.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Your subscription now uses the new card.')).toBeVisible()
  await subscribe(page)
  await advance(page, '14 days')
  await advance(page, '1 day')

  await page.goto('/account/subscription')
  // the banner above every page has one too
  const confirm = page.getByRole('main').getByRole('link', { name: 'Confirm the payment' })
  await expect(confirm).toBeVisible()
  await expectNoFailureBySecondOpinion(page, 'a payment that the bank asks about')
  await confirm.click()
  await expect(page.getByText('Your bank asks you to confirm a payment of €11.90.')).toBeVisible()
  await expectAccessible(page, 'a payment to be confirmed')
  await page.getByRole('button', { name: 'Confirm the payment' }).click()
  await bank.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('main').getByText('Your payment of €11.90 was confirmed.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the subscription details' }).click()
  await expect(page.getByText(/^You are subscribed for 1 user until /)).toBeVisible()
})

for (const colorScheme of themes) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme })
    test('the pages of a subscription are accessible, also on a small screen @long', async ({
      page,
      site,
    }) => {
      test.slow()
      await signIn(page, await site.login('owner'))
      for (const path of [
        '/account/subscription',
        '/subscription/card',
        '/subscription/payment',
        '/pricing',
      ]) {
        await page.goto(path)
        await expectAccessible(page, path)
      }
      await page.setViewportSize({ width: 390, height: 844 })
      for (const path of ['/account/subscription', '/subscription/card']) {
        await page.goto(addressIn(languagesInTurn(1)[0], path))
        await expectAccessible(page, `${path} at 390 px`)
      }
    })
  })
}
