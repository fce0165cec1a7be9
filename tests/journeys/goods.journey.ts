import { demoDiscountCode } from '../../src/server/front/demo/demo-goods.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, type Site, test } from './site.ts'

test.use({ expectedComplaints: [/409 \(Conflict\)/] })

test('goods are shipped to Austria with a discount code, and the last piece goes to the first to order @long', async ({
  page,
  site,
}) => {
  test.slow()
  const buyer = 'reader@example.org'
  await page.goto('/shop')
  await page.getByRole('button', { name: 'Add to cart: Patterns on paper' }).click()
  await page.getByRole('button', { name: 'Add to cart: Mug for long builds' }).click()
  const cart = page.getByRole('banner').getByRole('link', { name: 'Cart 2' })
  await expect(cart).toHaveAttribute('href', '/shop/cart')
  await page.getByRole('textbox', { name: 'Discount code' }).fill('NOBODY-KNOWS-IT')
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await expect(page.getByText('There is no such discount code.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Discount code' }).fill(demoDiscountCode.toLowerCase())
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await expect(page.getByText(`Discount ${demoDiscountCode}`)).toBeVisible()
  await expectAccessible(page, 'the shop with goods in the cart')
  await page.getByRole('link', { name: 'Check out' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(buyer)
  await page.getByRole('combobox', { name: /country/i }).selectOption('AT')
  await page.getByRole('textbox', { name: 'Full name' }).fill('Anna Alpin')
  await page.getByRole('textbox', { name: 'Postal address' }).fill('Ring 3\n1010 Wien')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('radio', { name: /^Parcel within the EU/ })).toBeChecked()
  await expectAccessible(page, 'the ways of shipping')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Test card numbers').click()
  await page.getByRole('button', { name: '4242 4242 4242 4242' }).click()
  await page.getByRole('button', { name: 'Continue with this card' }).click()
  // 44.50 EUR less ten percent, shipping of 12.90 EUR; 7 % for the book and its part of the shipping, 19 % for the mug
  await expect(page.getByText('€58.45')).toBeVisible()
  await expectAccessible(page, 'the overview of goods')

  await buyAllMugs(site)
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await expect(page.getByText('Only 0 of it are left. Please order fewer.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Mug for long builds' }).click()
  await page.getByRole('link', { name: 'Check out' }).click()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByText('€44.62')).toBeVisible()
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await expect(page.getByText('Thank you for your order!')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveCount(0)
  await expectAccessible(page, 'an order of goods')
  const received = await site.mailTo(buyer, /^We received your order/)
  expect(received.text).toContain('Shipping (Parcel within the EU)')
  await site.mailTo(buyer, /invoice/)
})

/** Another customer is faster. */
async function buyAllMugs({ url }: Site): Promise<void> {
  const first = await fetch(`${url}/api/csrf-token`)
  const cookie = first.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const { token } = (await (await fetch(`${url}/api/csrf-token`, { headers: { cookie } })).json()) as {
    token: string
  }
  const post = async <Body>(path: string, body: object): Promise<Body> => {
    const headers = { 'content-type': 'application/json', 'x-csrf-token': token, cookie }
    return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json() as Body
  }
  type Shown = { products: { name: string; variants?: { id: string; available: number }[] }[] }
  const { products } = (await (await fetch(`${url}/api/shop`)).json()) as Shown
  const [mug] = products.find(({ name }) => name.startsWith('Mug'))?.variants ?? []
  const items = [{ productId: mug?.id, quantity: mug?.available }]
  type Quote = { grossCents: number; shippingMethods: { id: string }[] }
  const { shippingMethods } = await post<Quote>('/api/shop/quote', { items, country: 'DE' })
  const chosen = { items, country: 'DE', shippingMethod: shippingMethods[0]?.id }
  const { grossCents } = await post<Quote>('/api/shop/quote', chosen)
  type Checkout = { orderId: string; key: string; clientSecret: string }
  const { orderId, key, clientSecret } = await post<Checkout>('/api/shop/checkout', {
    email: 'first@example.org',
    paymentProvider: 'sandbox',
  })
  const card = { clientSecret, number: '4242424242424242', expires: '12/49', cvc: '123' }
  const { setupIntent } = await post<{ setupIntent: string }>('/demo/cards', card)
  const home = { name: 'Ada Lovelace', address: 'Lindenweg 12\n20095 Hamburg' }
  const placed = { key, ...chosen, ...home, setupIntent, shownGrossCents: grossCents }
  await post(`/api/shop/order/${orderId}`, placed)
}
