import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, type Site, signIn, test } from './site.ts'

test('a shirt is shipped, withdrawn from, sent back and refunded, and can be sold again', async ({
  page,
  site,
  browser,
}) => {
  test.slow()
  const buyer = { email: 'returns@example.org', name: 'Rita Return' }
  await page.goto('/shop')
  await page.getByRole('link', { name: 'T-shirt' }).click()
  await expect(page.getByRole('heading', { name: 'T-shirt' })).toBeVisible()
  await expectAccessible(page, 'the page of a product')
  await page.getByText('S', { exact: true }).click()
  await page.getByRole('button', { name: 'Add to cart: T-shirt' }).click()
  await page.getByRole('link', { name: /^Cart: / }).click()
  await page.getByRole('link', { name: 'Check out' }).click()
  await fillAddress(page, buyer)
  await page.getByText('Test card numbers').click()
  await page.getByRole('button', { name: '4242 4242 4242 4242' }).click()
  await page.getByRole('button', { name: 'Continue with this card' }).click()
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await expect(page.getByText('Thank you for your order!')).toBeVisible()
  const number = await numberOf(page)
  expect(await stockOf(site, 'T-shirt', 'S')).toBe(11)

  const desk = await openDesk(await (await browser.newContext({ baseURL: site.url })).newPage(), site, number)
  await move(desk.page, 'Packed')
  await desk.page.getByLabel('Tracking number').fill('00340434')
  await move(desk.page, 'Shipped')
  await move(desk.page, 'Delivered')
  await expectAccessible(desk.page, 'a delivered order at the desk')
  expect((await site.mailTo(buyer.email, /is on its way/)).text).toContain('00340434')

  await page.getByRole('main').getByRole('link', { name: 'Withdraw from contract' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue(buyer.name)
  await expect(page.getByLabel('Email')).toHaveValue(buyer.email)
  await expect(page.getByLabel('Your contract')).toHaveValue(number)
  await expectAccessible(page, 'the articles to withdraw from')
  await page.getByRole('button', { name: 'Check your entries' }).click()
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(page.getByText(/^We received your withdrawal on/)).toBeVisible()
  await site.mailTo(buyer.email, /withdraw/i)

  await desk.page.reload()
  await expect(desk.page.getByText('Buyer withdrew')).toBeVisible()
  await desk.page.getByLabel(/The goods have come back/).check()
  await desk.page.getByRole('button', { name: 'Refund' }).click()
  await desk.page.getByLabel('current password', { exact: true }).fill(desk.password)
  await desk.page.keyboard.press('Enter')
  await expect(desk.page.getByText('The refund was ordered.')).toBeVisible()
  await expect(desk.page.getByRole('definition').filter({ hasText: /^Refunded$/ })).toBeVisible()
  await expect(desk.page.getByRole('rowheader', { name: 'Refunded' })).toBeVisible()
  expect((await site.mailTo(buyer.email, /^Credit note/)).text).toContain('goes back to the card')
  await expect.poll(() => stockOf(site, 'T-shirt', 'S')).toBe(12)
})

test('a voucher is ordered on invoice, and its code comes when the admin has seen the money @long', async ({
  page,
  site,
  browser,
}) => {
  test.slow()
  const buyer = { email: 'on.invoice@example.org', name: 'Ina Invoice' }
  await page.goto('/shop')
  await page.getByRole('button', { name: 'Add to cart: A season of learning' }).click()
  await page.getByRole('link', { name: 'Check out' }).click()
  await fillAddress(page, buyer)
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
  await page.getByText('Invoice', { exact: true }).click()
  await expectAccessible(page, 'payment by invoice')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Invoice, paid by bank transfer')).toBeVisible()
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await expect(page.getByRole('heading', { name: 'Please transfer' })).toBeVisible()
  await expect(page.getByText('DE89 3704 0044 0532 0130 00')).toBeVisible()
  await expectAccessible(page, 'an order on invoice')
  const number = await numberOf(page)
  expect((await site.mailTo(buyer.email, /^Your invoice/)).text).toContain(number)

  const desk = await openDesk(await (await browser.newContext({ baseURL: site.url })).newPage(), site, number)
  await desk.page.getByRole('button', { name: 'Mark paid' }).click()
  await desk.page.getByLabel('current password', { exact: true }).fill(desk.password)
  await expectAccessible(desk.page, 'the question whether an invoice is paid')
  await desk.page.keyboard.press('Enter')
  await expect(desk.page.getByText('Paid', { exact: true }).first()).toBeVisible()
  await page.reload()
  const code = (await page.getByText(/^GIFT-/).textContent()) ?? ''
  expect((await site.mailTo(buyer.email, /gift voucher/)).text).toContain(code)
  await expect(page.getByRole('heading', { name: 'Please transfer' })).toHaveCount(0)
})

/** Of the order that is shown. */
async function numberOf(page: Page): Promise<string> {
  return ((await page.getByRole('heading', { level: 1 }).textContent()) ?? '').replace(/^Order /, '')
}

/** The address of an order, and the way of shipping that is offered first. */
async function fillAddress(page: Page, { email, name }: { email: string; name: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Full name' }).fill(name)
  await page.getByRole('textbox', { name: 'Postal address' }).fill('Lindenweg 12\n20095 Hamburg')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Shipping' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** The order at the desk of the admin. */
async function openDesk(page: Page, site: Site, number: string): Promise<{ page: Page; password: string }> {
  const admin = await site.login('admin')
  await signIn(page, admin)
  await page.goto('/admin/order/list')
  await page.getByLabel('Number or email').fill(number)
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
  return { page, password: admin.password }
}

/** Right after signing in no password is asked for. */
async function move(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: what, exact: true }).click()
  await expect(page.getByRole('button', { name: what, exact: true })).toHaveCount(0)
}

async function stockOf({ url }: Site, name: string, variant: string): Promise<number | undefined> {
  type Shown = {
    products: { name: string; variants?: { name: string; available: number }[] }[]
  }
  const { products } = (await (await fetch(`${url}/api/shop`)).json()) as Shown
  const goods = products.find((product) => product.name === name)
  return goods?.variants?.find((one) => one.name === variant)?.available
}
