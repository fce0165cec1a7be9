import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { demoDiscountCode } from '#server/demo/demo-goods.ts'
import { demoVouchers } from '#server/demo/demo-logins.ts'
import { createTestDatabase } from '#support/database.ts'
import type { DyingPoint } from '#support/die-at.ts'
import { type KillableSite, killableSite } from '#support/killable-site.ts'
import { settled } from '#support/payers.ts'

// A server that is killed at a named point of a guest's order. It is started again, takes up what it finds, and the guest who
// got no answer asks again: the order is paid once, its codes are made once and mailed once, what it ships is taken out of the
// stock once, and its discount code is used once.

const points: readonly DyingPoint[] = [
  'before-the-provider',
  'while-it-is-called',
  'before-it-is-stored',
  'after-the-commit',
]
const [{ id: productId }] = demoVouchers
let database: Database
let site: KillableSite
type Shipped = { readonly shirt: string; readonly letter: string; readonly stock: number }
let shipped: Shipped

beforeAll(async () => {
  database = await createTestDatabase()
  site = await killableSite(database)
  await site.start()
  const { rows } = await database.pool.query<Shipped>(`
    select v.id as shirt, m.id as letter, v.stock from shop_variant v, shop_shipping_method m
    where v.name = 'M' and m.name = 'Letter'`)
  if (!rows[0]) throw new Error('the demo has no T-shirt, or no letter')
  shipped = rows[0]
}, 180_000)
afterAll(async () => {
  await site.end()
  await database.close()
})

test('killed at each point of placing an order, it is paid once and delivered once', async () => {
  const guests: Guest[] = []
  for (const point of points) {
    await site.kill()
    const server = await site.start({
      NODE_OPTIONS: `--import=${resolve(import.meta.dirname, 'support/die-at.ts')}`,
      DIE_AT: point,
      DIE_AFTER: '0',
    })
    await settled(database)
    const guest = await enter(`${point}@example.org`)
    guests.push(guest)
    server.process.kill('SIGUSR2')
    while (!server.output().stdout.includes('armed')) await new Promise((wake) => setTimeout(wake, 10))
    expect([point, await place(guest).catch(() => 0)]).toEqual([point, 0])
    expect([point, await server.exited], 'it dies at the point').toEqual([point, null])
  }
  await site.kill()
  await site.start()
  await settled(database)
  for (const guest of guests) expect(await place(guest)).toBe(200)
  const { rows } = await database.pool.query<{ email: string }>(`
    select o.email,
      (select string_agg(kind || ' ' || amount_cents, ', ' order by kind) from ledger_entry where account_id = o.id) as books,
      (select count(*) from shop_voucher v where v.order_id = o.id) as codes,
      (select count(*) from mail m where m.effect_key = 'order vouchers ' || o.id) as mails,
      (select count(*) from sandbox_charge c join shop_checkout s on s.customer = c.customer where s.order_id = o.id) as charges
    from shop_order o order by o.placed_at`)
  const once = { books: 'captured 3511, invoiced 3511', codes: 1, mails: 1, charges: 1 }
  expect(rows).toEqual(points.map((point) => ({ email: `${point}@example.org`, ...once })))
  const taken = await database.pool.query(
    `select v.stock, d.uses from shop_variant v, shop_discount d where v.id = '${shipped.shirt}' and d.code = '${demoDiscountCode}'`,
  )
  expect(taken.rows).toEqual([{ stock: shipped.stock - points.length, uses: points.length }])
}, 400_000)

type Guest = {
  readonly cookie: string
  readonly orderId: string
  readonly key: string
  readonly setupIntent: string
}

/** A guest whose card is entered, before they order. */
async function enter(email: string): Promise<Guest> {
  const first = await fetch(`${site.server.url}/api/csrf-token`)
  const cookie = first.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const begun = await post(cookie, '/api/shop/checkout', { email, paymentProvider: 'sandbox' })
  const { orderId, key, clientSecret } = (await begun.json()) as Guest & { clientSecret: string }
  const card = { clientSecret, number: '4242424242424242', expires: '12/49', cvc: '123' }
  const { setupIntent } = (await (await post(cookie, '/demo/cards', card)).json()) as Guest
  return { cookie, orderId, key, setupIntent }
}

async function place({ cookie, orderId, key, setupIntent }: Guest): Promise<number> {
  const items = [
    { productId, quantity: 1 },
    { productId: shipped.shirt, quantity: 1 },
  ]
  const home = { name: 'Ada Lovelace', address: 'Lindenweg 12\n20095 Hamburg', country: 'DE' }
  const chosen = { shippingMethod: shipped.letter, discountCode: demoDiscountCode }
  // 10 and 21 EUR, less 10 %, with 1.60 EUR of shipping, at 19 %
  const body = { key, items, ...home, ...chosen, setupIntent, shownGrossCents: 3511 }
  return (await post(cookie, `/api/shop/order/${orderId}`, body)).status
}

async function post(cookie: string, path: string, body: object): Promise<Response> {
  const ask = await fetch(`${site.server.url}/api/csrf-token`, { headers: { cookie } })
  const { token } = (await ask.json()) as { token: string }
  return fetch(site.server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': token, cookie },
    body: JSON.stringify(body),
  })
}
