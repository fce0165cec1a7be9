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

const deaths: readonly { point: DyingPoint; payment: 'card' | 'invoice' }[] = [
  { point: 'before-the-provider', payment: 'card' },
  { point: 'while-it-is-called', payment: 'card' },
  { point: 'before-it-is-stored', payment: 'card' },
  { point: 'after-the-commit', payment: 'card' },
  // no provider is asked
  { point: 'before-it-is-stored', payment: 'invoice' },
  { point: 'after-the-commit', payment: 'invoice' },
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

test('killed at each point of placing an order, it is paid or invoiced once, and delivered once', async () => {
  const guests: Guest[] = []
  for (const { point, payment } of deaths) {
    await site.kill()
    const server = await site.start({
      NODE_OPTIONS: `--import=${resolve(import.meta.dirname, 'support/die-at.ts')}`,
      DIE_AT: point,
      DIE_AFTER: '0',
    })
    await settled(database)
    const guest = await (payment === 'card' ? withCard : onInvoice)(`${payment}-${point}@example.org`)
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
      (select count(*) from invoice i where i.account_id = o.id) as invoices,
      (select count(*) from sandbox_charge c join shop_checkout s on s.customer = c.customer where s.order_id = o.id) as charges
    from shop_order o`)
  const once = {
    card: { books: 'captured 3511, invoiced 3511', codes: 1, mails: 1, invoices: 1, charges: 1 },
    invoice: { books: 'invoiced 3511', codes: 0, mails: 0, invoices: 1, charges: 0 },
  }
  expect(new Map(rows.map(({ email, ...found }) => [email, found]))).toEqual(
    new Map(deaths.map(({ point, payment }) => [`${payment}-${point}@example.org`, once[payment]])),
  )
  const taken = await database.pool.query(
    `select v.stock, d.uses from shop_variant v, shop_discount d where v.id = '${shipped.shirt}' and d.code = '${demoDiscountCode}'`,
  )
  expect(taken.rows).toEqual([{ stock: shipped.stock - deaths.length, uses: deaths.length }])
}, 600_000)

type Begun = { readonly orderId: string; readonly key: string }
type Guest = Begun & {
  readonly cookie: string
  readonly payment: { readonly setupIntent: string } | { readonly payment: 'invoice' }
}

/** A guest whose card is entered, before they order. */
async function withCard(email: string): Promise<Guest> {
  const cookie = await newBrowser()
  const begun = await post(cookie, '/api/shop/checkout', { email, paymentProvider: 'sandbox' })
  const { orderId, key, clientSecret } = (await begun.json()) as Begun & { clientSecret: string }
  const card = { clientSecret, number: '4242424242424242', expires: '12/49', cvc: '123' }
  const { setupIntent } = (await (await post(cookie, '/demo/cards', card)).json()) as { setupIntent: string }
  return { cookie, orderId, key, payment: { setupIntent } }
}

/** A guest who is going to pay by transfer. */
async function onInvoice(email: string): Promise<Guest> {
  const cookie = await newBrowser()
  const begun = await post(cookie, '/api/shop/checkout/invoice', { email })
  const { orderId, key } = (await begun.json()) as Begun
  return { cookie, orderId, key, payment: { payment: 'invoice' } }
}

/** The cookie of a browser that has got its first token. */
async function newBrowser(): Promise<string> {
  const first = await fetch(`${site.server.url}/api/csrf-token`)
  const cookies = first.headers.getSetCookie().map((one) => one.split(';')[0])
  return cookies.join('; ')
}

async function place({ cookie, orderId, key, payment }: Guest): Promise<number> {
  const items = [
    { productId, quantity: 1 },
    { productId: shipped.shirt, quantity: 1 },
  ]
  const home = { name: 'Ada Lovelace', address: 'Lindenweg 12\n20095 Hamburg', country: 'DE' }
  const chosen = { shippingMethod: shipped.letter, discountCode: demoDiscountCode }
  // 10 and 21 EUR, less 10 %, with 1.60 EUR of shipping, at 19 %
  const body = { key, items, ...home, ...chosen, ...payment, shownGrossCents: 3511 }
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
