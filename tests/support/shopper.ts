import { calls } from '#contract/calls.ts'
import { enterSandboxCard } from './sandbox-card.ts'
import { goodCard } from './subscriber.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** A voucher that is on sale: one user for three months at 27 EUR net, unless it is told otherwise. */
export async function voucherOnSale(
  { services }: Pick<TestApp, 'services'>,
  more: { name?: string; netCents?: number; licenseCount?: number; onSale?: boolean } = {},
): Promise<string> {
  const { name = 'Three months', netCents = 2700, licenseCount = 1, onSale = true } = more
  const id = services.random.id()
  await services.database.db
    .insertInto('shop_product')
    .values({
      id,
      kind: 'voucher',
      name,
      description: 'For somebody who wants to learn.',
      net_cents: netCents,
      license_count: licenseCount,
      interval_value: 3,
      interval_unit: 'm',
      on_sale: onSale,
      created_at: services.clock.now(),
    })
    .execute()
  return id
}

/** A checkout whose card is entered: the order's id and key, and the set-up that stored the card. */
export async function checkoutWith(browser: TestClient, email: string, number = goodCard) {
  const { body } = await browser.call(calls.beginCheckout, { body: { email, paymentProvider: 'sandbox' } })
  const { orderId: id, key, clientSecret } = body
  return { id, key, setupIntent: await enterSandboxCard(browser, clientSecret, number) }
}

/** Places an order of so many of one product, at the price that is shown. */
export async function placeOrder(
  browser: TestClient,
  { id, key, setupIntent }: { id: string; key: string; setupIntent: string },
  productId: string,
  {
    quantity = 1,
    country = 'DE',
    ...more
  }: { quantity?: number; country?: string; name?: string; address?: string } = {},
) {
  const items = [{ productId, quantity }]
  const { body: quote } = await browser.call(calls.quoteCart, { body: { items, country } })
  const shownGrossCents = quote.grossCents
  return browser.call(calls.placeOrder, {
    params: { id },
    body: { key, items, country, setupIntent, shownGrossCents, ...more },
  })
}
