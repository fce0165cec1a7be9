import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoDiscountCode } from '#server/front/demo/demo-goods.ts'
import { demoVouchers } from '#server/front/demo/demo-logins.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createTestDatabase } from '#support/database.ts'
import type { DyingPoint } from '#support/die-at.ts'
import { type KillableSite, killableSite } from '#support/killable-site.ts'
import { settled } from '#support/payers.ts'
import { queuedMails } from '#support/stored/mails.ts'
import { allInvoices, bookedFor } from '#support/stored/money.ts'
import { allRows } from '#support/stored/rows.ts'
import { sandboxCharges } from '#support/stored/sandbox-money.ts'
import { discountUses, piecesOf } from '#support/stored/shop.ts'

// A server that is killed at a named point of a guest's order. It is restarted and continues, and the guest who got no
// answer retries: the order is paid once, its codes are created and mailed once, its goods are taken from the stock
// once, and its discount code is used once.

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
  const shirt = (await allRows(database.db, 'shop_variant')).find(({ name }) => name === 'M')
  const letter = (await allRows(database.db, 'shop_shipping_method')).find(({ name }) => name === 'Letter')
  if (!shirt || !letter) throw new Error('the demo has no T-shirt, or no letter')
  shipped = { shirt: shirt.id, letter: letter.id, stock: shirt.stock }
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
  const once = {
    card: { books: 'captured 3511, invoiced 3511', codes: 1, mails: 1, invoices: 1, charges: 1 },
    invoice: { books: 'invoiced 3511', codes: 0, mails: 0, invoices: 1, charges: 0 },
  }
  expect(await orders()).toEqual(
    new Map(deaths.map(({ point, payment }) => [`${payment}-${point}@example.org`, once[payment]])),
  )
  expect(await piecesOf(database.db, shipped.shirt)).toBe(shipped.stock - deaths.length)
  expect(await discountUses(database.db, demoDiscountCode)).toBe(deaths.length)
}, 600_000)

/** The result of each order, by the guest's address. */
async function orders() {
  const { db } = database
  const [codes, checkouts] = [await allRows(db, 'shop_voucher'), await allRows(db, 'shop_checkout')]
  const [mails, invoices, charges] = [await queuedMails(db), await allInvoices(db), await sandboxCharges(db)]
  const found = (await allRows(db, 'shop_order')).map(async ({ id, email }) => {
    const customers = checkouts.flatMap(({ order_id, customer }) => (order_id === id ? [customer] : []))
    const came = {
      books: (await bookedFor(db, id)).join(', '),
      codes: codes.filter(({ order_id }) => order_id === id).length,
      mails: mails.filter(({ key }) => key === `order vouchers ${id}`).length,
      invoices: invoices.filter(({ account_id }) => account_id === id).length,
      charges: charges.filter(({ customer }) => customers.includes(customer)).length,
    }
    return [email, came] as const
  })
  return new Map(await Promise.all(found))
}

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
