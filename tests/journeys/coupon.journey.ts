import { expectAccessible } from './expect-accessible.ts'
import { register } from './register.ts'
import { expectNoFailureBySecondOpinion } from './second-opinion.ts'
import { expect, signIn, test } from './site.ts'

const password = 'long enough to keep'

test.use({ sharedSite: true })

test('a coupon at registration opens the library for two users', async ({ page, site }) => {
  test.slow()
  const email = 'clara@example.org'
  await register(page, site, { name: 'Clara Coupon', email, password, couponCode: 'welcome-2026' })
  await signIn(page, { email, password })
  await page.goto('/account/subscription')
  await expect(page.getByText(/^Your subscription expires on /)).toBeVisible()
  await page.goto('/account/users')
  await expect(page.getByText('1 of 2 in use')).toBeVisible()
  await page.goto('/content/video/event-fold')
  await expect(page.getByRole('button', { name: 'Play', exact: true }).first()).toBeVisible()
})

test.describe('on the page of the subscription', () => {
  // a wrong code is refused on purpose
  test.use({ expectedComplaints: [/status of 4\d\d/] })
  test('an unknown code is refused, a valid one turns the trial into prepaid access @long', async ({
    page,
    site,
  }) => {
    test.slow()
    const email = 'theo@example.org'
    await register(page, site, { name: 'Theo Trial', email, password })
    await signIn(page, { email, password })
    await page.goto('/account/subscription')
    await expect(page.getByText(/^Your free trial expires on /)).toBeVisible()
    const code = page.getByLabel('Coupon code')
    await code.fill('NOT-A-CODE')
    await page.getByRole('button', { name: 'Redeem' }).click()
    await expect(page.getByText('The coupon code you entered is invalid')).toBeVisible()
    await expectAccessible(page, 'a coupon that is refused')
    await code.fill('WELCOME-2026')
    await page.getByRole('button', { name: 'Redeem' }).click()
    await expect(page.getByText(/^Your subscription expires on /)).toBeVisible()
    await expectNoFailureBySecondOpinion(page, 'prepaid access')
  })
})
