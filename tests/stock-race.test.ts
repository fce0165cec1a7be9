import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { rounds } from '#support/rounds.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { checkoutWith, goodsOnSale, shippingOnOffer } from '#support/shopper.ts'
import { allRows } from '#support/stored/rows.ts'
import { createTestApp } from '#support/test-app.ts'
import { piecesOf } from './support/stored/shop.ts'

const buyers = rounds.stockOrders
const pieces = buyers / 10

test(`${buyers} orders at once for ${pieces} pieces: ${pieces} are sold, and each of them is paid`, {
  timeout: 600_000,
}, async () => {
  const site = await createTestApp({ settings: { RATE_LIMITS: '100000' } })
  const book = await goodsOnSale(site, { stock: pieces })
  const parcel = await shippingOnOffer(site)
  const browser = site.client()
  // the first one brings the browser its cookies
  const checkouts = [await checkoutWith(browser, 'first@example.org')]
  while (checkouts.length < buyers)
    checkouts.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(25, buyers - checkouts.length) }, (_, at) =>
          checkoutWith(browser, `buyer${checkouts.length + at}@example.org`),
        ),
      )),
    )
  // an overloaded server answers 503, and the client retries
  const order = async ({ id, key, setupIntent }: (typeof checkouts)[number]): Promise<string> => {
    for (;;) {
      const { status, problem } = await browser.call(calls.placeOrder, {
        params: { id },
        body: {
          key,
          setupIntent,
          items: [{ productId: book, quantity: 1 }],
          country: 'DE',
          name: 'Ada Lovelace',
          address: 'Lindenweg 12\n20095 Hamburg',
          shippingMethod: parcel,
          shownGrossCents: 1773,
        },
      })
      if (status < 300) return 'sold'
      if (status !== 503) return problem?.code ?? String(status)
      await setTimeout(50)
    }
  }
  const outcomes = Map.groupBy(await Promise.all(checkouts.map(order)), (outcome) => outcome)
  const counted = [...outcomes].map(([outcome, all]) => `${all.length} ${outcome}`)
  expect(counted.toSorted()).toEqual([`${buyers - pieces} stock-gone`, `${pieces} sold`])
  expect(await piecesOf(site.db, book)).toBe(0)
  // payments whose answer was lost in the crowd are asked for
  site.clock.advanceReal({ minutes: 3 })
  await runUpkeep(site.services)
  const orders = await allRows(site.db, 'shop_order')
  expect(orders.map(({ state }) => state)).toEqual(Array.from({ length: pieces }, () => 'paid'))
  await site.close()
})
