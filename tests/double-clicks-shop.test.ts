import { randomUUID } from 'node:crypto'
import { beforeAll } from 'vitest'
import { calls } from '#contract/calls.ts'
import { readInvoices } from '#server/books/invoices/invoice.store.ts'
import { findOrder } from '#server/business/shop/order.store.ts'
import { vouchersOf } from '#server/business/shop/voucher.store.ts'
import { signedInAdmin, theAdmin } from '#support/admin.ts'
import { accountBooks } from '#support/books.ts'
import { type DoubleClick, siteOfTwoProcesses, testDoubleClicks } from '#support/double-clicks.ts'
import { mailsTo } from '#support/mails.ts'
import { freshEmail } from '#support/people.ts'
import {
  checkoutWith,
  goodsOnSale,
  orderOnInvoice,
  owedOrder,
  placeOrder,
  shippingOnOffer,
  voucherOnSale,
} from '#support/shopper.ts'
import type { TestClient } from '#support/test-client.ts'
import { auditOf } from './support/admin.ts'
import { piecesOf } from './support/stored/shop.ts'

const { site, other } = siteOfTwoProcesses(async () => ({ SHOP_INVOICE: 'everybody' }))
let admin: TestClient
beforeAll(async () => {
  admin = await signedInAdmin(site, { secondFactor: false })
})

const rows: readonly DoubleClick[] = [
  {
    what: 'cancelling an order',
    async prepare() {
      const [mug, shippingMethod] = [await goodsOnSale(site, { stock: 5 }), await shippingOnOffer(site)]
      const email = freshEmail()
      const { id } = await orderOnInvoice(site.client(), email, mug, { shippingMethod, quantity: 2 })
      const before = (await mailsTo(site, email)).length
      return {
        by: admin,
        call: calls.moveOrder,
        sent: () => ({ body: { id, event: 'cancel', password: theAdmin.password } }),
        effect: async () => ({
          ...(await booksOfOrder(id)),
          stock: await stockOf(mug),
          mails: (await mailsTo(site, email)).length - before,
          audited: await auditedOf(id),
        }),
      }
    },
    once: { keptCents: 0, billedCents: 0, documents: 2, state: 'cancelled', stock: 5, mails: 2, audited: 1 },
    done: '200',
    second: ['409 order-moved'],
  },
  {
    what: 'marking an order as paid',
    async prepare() {
      const [id, email] = [randomUUID(), freshEmail()]
      await owedOrder(site, { id, email })
      const before = (await mailsTo(site, email)).length
      return {
        by: admin,
        call: calls.markOrderPaid,
        sent: () => ({ body: { id, receivedOn: '2026-11-21', password: theAdmin.password } }),
        effect: async () => ({
          ...(await booksOfOrder(id)),
          vouchers: await vouchersOfOrder(id),
          mails: (await mailsTo(site, email)).length - before,
          audited: await auditedOf(id),
        }),
      }
    },
    once: {
      keptCents: 1190,
      billedCents: 1190,
      documents: 1,
      state: 'paid',
      vouchers: 1,
      // the buyer's, and the voucher's to forward
      mails: 2,
      audited: 1,
    },
    done: '200',
    second: ['409 order-moved'],
  },
  {
    what: "giving an order's money back",
    async prepare() {
      const browser = site.client()
      const checkout = await checkoutWith(browser, freshEmail())
      await placeOrder(browser, checkout, await voucherOnSale(site))
      const { id } = checkout
      return {
        by: admin,
        call: calls.refundOrder,
        sent: () => ({ body: { id, grossCents: 500, leftCents: 3213, password: theAdmin.password } }),
        effect: async () => ({ ...(await booksOfOrder(id)), audited: await auditedOf(id) }),
      }
    },
    once: { keptCents: 2713, billedCents: 2713, documents: 2, state: 'paid', audited: 1 },
    done: '200',
    // while the first is under way, or once less is left than was thought
    second: ['409 charge-in-flight', '409 order-moved'],
  },
]

testDoubleClicks(other, rows)

async function booksOfOrder(id: string) {
  const { keptCents, billedCents } = await accountBooks(site.services, id)
  const documents = await readInvoices(site.db, id)
  const order = await findOrder(site.db, id)
  return { keptCents, billedCents, documents: documents.length, state: order?.state }
}

async function vouchersOfOrder(id: string) {
  return (await vouchersOf(site.db, id)).length
}

const stockOf = (id: string) => piecesOf(site.db, id)

async function auditedOf(id: string): Promise<number> {
  const entries = await auditOf(site)
  return entries.filter((entry) => JSON.stringify(entry).includes(id)).length
}
