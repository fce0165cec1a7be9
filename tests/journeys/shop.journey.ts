import { expectAccessible } from './expect-accessible.ts'
import { confirm, register, sendRegistration } from './register.ts'
import { expect, test } from './site.ts'

test.use({ sharedSite: true })

test('a guest buys a voucher, and a friend redeems it', async ({ page, site, browser }) => {
  test.slow()
  const giver = 'giver@example.org'
  await page.goto('/shop')
  await expectAccessible(page, 'the shop')
  await page.getByRole('button', { name: 'Add to cart: A season of learning' }).click()
  await page.getByRole('link', { name: 'Check out' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(giver)
  await expectAccessible(page, 'the address of an order')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Shipping' })).toBeVisible()
  // back and forward through the steps
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(giver)
  await page.goForward()
  await page.getByRole('button', { name: 'Continue' }).click()
  // declined when it is charged
  await pickCard(page, '4000 0000 0000 0341', 'Continue with this card')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(page.getByText('€32.13').first()).toBeVisible()
  await expectAccessible(page, 'the overview of an order')
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await expect(page.getByText(/^Your payment was declined/)).toBeVisible()
  await pickCard(page, '4242 4242 4242 4242', 'Pay with this card')
  await expect(page.getByText('Thank you for your order!')).toBeVisible()
  await expectAccessible(page, 'an order')
  const code = (await page.getByText(/^GIFT-/).textContent()) ?? ''
  const delivery = await site.mailTo(giver, /^Your gift voucher/)
  expect(delivery.text).toContain(code)

  // the link opens the order on another device, each time, and its key leaves the address
  const link = /http\S+\/shop\/order\/\S+/.exec(delivery.text)?.[0] ?? ''
  const device = await browser.newContext()
  const other = await device.newPage()
  for (const _ of ['first', 'again']) {
    await other.goto(link)
    await expect(other.getByText(code, { exact: true })).toBeVisible()
    await expect(other).toHaveURL(link.slice(0, link.indexOf('?')))
  }
  await other.reload()
  await expect(other.getByText(code, { exact: true })).toBeVisible()
  await device.close()
  await site.mailTo(giver, /invoice/)

  // gifts are a mail to forward, or a sheet
  const sheet = await page.request.get(
    (await page.getByRole('link', { name: `PDF to print: ${code}` }).getAttribute('href')) ?? '',
  )
  expect([sheet.status(), sheet.headers()['content-type']]).toEqual([200, 'application/pdf'])
  const gift = await site.mailTo(giver, /^A gift for you/)
  expect(gift.text).not.toContain('/shop/order/')
  const redeeming = /http\S+\/redeem\/\S+/.exec(gift.text)?.[0] ?? ''

  const friend = { email: 'receiver@example.org', password: 'long enough to keep' }
  const own = await browser.newContext({ baseURL: site.url })
  const theirs = await own.newPage()
  await theirs.goto(redeeming)
  await expect(theirs.getByText(code, { exact: true })).toBeVisible()
  await expect(theirs).toHaveURL(/\/redeem\/it$/)
  await expectAccessible(theirs, 'the page of a voucher')
  await theirs.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await expect(theirs.getByLabel('Coupon code')).toHaveValue(code)
  await expect(theirs).toHaveURL(/\/register$/)
  await sendRegistration(theirs, { name: 'Fiona Friend', ...friend })
  await confirm(theirs, site, friend.email)
  await theirs.goto('/account/subscription')
  await expect(theirs.getByText(/^Your subscription expires on /)).toBeVisible()
  await own.close()
  await page.reload()
  await expect(page.getByText(/redeemed$/)).toBeVisible()
})

test('a user with an account redeems a voucher by its link, after logging in @long', async ({
  page,
  site,
  browser,
}) => {
  test.slow()
  const giver = 'another.giver@example.org'
  await page.goto('/shop')
  await page.getByRole('button', { name: 'Add to cart: A season of learning' }).click()
  await page.getByRole('link', { name: 'Check out' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(giver)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Shipping' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await pickCard(page, '4242 4242 4242 4242', 'Continue with this card')
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await expect(page.getByText('Thank you for your order!')).toBeVisible()
  const gift = await site.mailTo(giver, /^A gift for you/)

  const friend = { email: 'has.account@example.org', password: 'long enough to keep' }
  const own = await browser.newContext({ baseURL: site.url })
  const theirs = await own.newPage()
  await register(theirs, site, { name: 'Anna Account', ...friend })
  await theirs.goto(/http\S+\/redeem\/\S+/.exec(gift.text)?.[0] ?? '')
  await theirs.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await theirs.getByRole('textbox', { name: 'Email' }).fill(friend.email)
  await theirs.getByLabel('Password', { exact: true }).fill(friend.password)
  await theirs.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(theirs.getByText(/^It is redeemed for your account/)).toBeVisible()
  await expectAccessible(theirs, 'the page of a voucher of somebody who is logged in')
  await theirs.getByRole('button', { name: 'Redeem' }).click()
  await expect(theirs.getByText('Your coupon was redeemed.')).toBeVisible()
  await expect(theirs).toHaveURL(/\/account\/subscription$/)
  await own.close()
})

test('the cart of a visitor survives registering, signing in and signing out @long', async ({
  page,
  site,
}) => {
  const person = { name: 'Carla Cart', email: 'carla@example.org', password: 'long enough to keep' }
  await page.goto('/shop')
  await page.getByRole('button', { name: 'Add to cart: A season of learning' }).click()
  await register(page, site, person)
  await page.goto('/shop')
  await page.getByRole('link', { name: 'Check out' }).click()
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  // back where the way led away from
  await expect(page).toHaveURL(/\/shop\/checkout\/address$/)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email)
  await page.goto('/shop/cart')
  await expect(page.getByRole('combobox', { name: 'Number of A season of learning' })).toHaveValue('1')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
  await page.goto('/shop/cart')
  await expect(page.getByRole('combobox', { name: 'Number of A season of learning' })).toHaveValue('1')
})

async function pickCard(page: import('@playwright/test').Page, number: string, submit: string) {
  await page.getByText('Test card numbers').click()
  await page.getByRole('button', { name: number }).click()
  await page.getByRole('button', { name: submit }).click()
}
