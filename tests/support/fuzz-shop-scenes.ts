import { calls } from '#contract/calls.ts'
import { businessDay } from '#domain/catalogue/catalogue.ts'
import { own, type Props, type Scenes, type Stage } from './fuzz-stage.ts'
import { confirmedIn } from './people.ts'
import { enterSandboxCard } from './sandbox-card.ts'
import { checkoutWith, owedOrder, paidOrder, placeOrder, voucherOnSale } from './shopper.ts'
import { personAt } from './stored/people.ts'
import { goodCard } from './subscriber.ts'

/** Preconditions of calls in the shop, and at its desk. */
export const shopScenes: Scenes = {
  anotherCard: unpaidOrder,
  placeOrder: orderToPlace,
  order: ordered,
  orderInvoice: ordered,
  voucherFile: async (stage) => ({ ...(await ordered(stage)), position: '0' }),
  arrangeGift: async (stage) => ({
    ...(await ordered(stage)),
    position: '0',
    body: JSON.stringify({
      recipient: 'ada@example.org',
      day: businessDay(stage.site.clock.now()),
      message: 'All the best!',
      picture: null,
    }),
  }),
  cancelGift: async (stage) => ({ ...(await ordered(stage)), position: '0' }),
  payOrder: async (stage) => {
    const { browser } = stage
    const { id, key } = await unpaidOrder(stage)
    const { body } = await browser.call(calls.anotherCard, { params: { id }, body: { key } })
    return { id, key, setupIntent: await enterSandboxCard(browser, body.clientSecret, goodCard) }
  },

  addCoupons: (stage) =>
    byTheDesk(stage, { licenseCount: 2, interval: { value: 1, unit: 'm' }, codes: [`SCENE-${stage.count}`] }),
  previewCorrection: (stage) => onTrial(stage, (accountId) => ({ accountId, correction: aDay })),
  accountCharges: (stage) => onTrial(stage, (accountId) => ({ accountId })),
  correctableInvoices: (stage) => onTrial(stage, (accountId) => ({ accountId })),
  correctAccount: (stage) =>
    onTrial(stage, async (accountId) => {
      const { body } = await stage.browser.call(calls.previewCorrection, {
        body: { accountId, correction: aDay },
      })
      const { version, at, refundCents, after } = body
      const shown = { version, at, refundCents, balanceCents: after.balanceCents }
      return { accountId, correction: aDay, shown, reason: 'an outage' }
    }),
  saveVoucher: (stage) =>
    byTheDesk(stage, { ...product, netCents: 2700, licenseCount: 1, interval: { value: 3, unit: 'm' } }),
  saveGoods: (stage) => byTheDesk(stage, { ...product, picture: '', taxClass: 'book', variants: [variant] }),
  saveShippingMethod: (stage) =>
    byTheDesk(stage, {
      name: 'Parcel',
      countries: ['DE'],
      weightUpToGrams: 5000,
      netCents: 490,
      onOffer: true,
    }),
  saveDiscount: (stage) => byTheDesk(stage, { ...discount, code: `SCENE-${stage.count}` }),
  deskOrder: ordered,
  packingList: orderOfGoods,
  addressLabel: orderOfGoods,
  moveOrder: async (stage) => ({
    ...(await orderOfGoods(stage)),
    body: (await byTheDesk(stage, { id: await paidOrder(stage.site, { goods: true }), event: 'pack' })).body,
  }),
  markOrderPaid: async (stage) =>
    byTheDesk(stage, { id: await owedOrder(stage.site), receivedOn: businessDay(stage.site.clock.now()) }),
  refundOrder: async (stage) => {
    const { id } = await ordered(stage)
    return byTheDesk(stage, { id, grossCents: 1000, leftCents: 3213 })
  },
}

const aDay = { kind: 'free-days', days: 1 } as const

/** A body about the account of somebody new, whose trial runs. */
async function onTrial(stage: Stage, bodyFor: (accountId: string) => object | Promise<object>) {
  const email = `trial${stage.count}@example.org`
  await confirmedIn(stage.site, stage.site.client(), email)
  const { accountId } = await personAt(stage.site.db, email)
  const { password, ...body } = JSON.parse((await byTheDesk(stage, await bodyFor(accountId))).body)
  return { body: JSON.stringify('reason' in body ? { ...body, password } : body) }
}

/** A voucher that the asking browser has bought. */
async function ordered(stage: Stage, number = goodCard) {
  const { site, browser, count } = stage
  const { id, key, setupIntent } = await checkoutWith(browser, `buyer${count}@example.org`, number)
  await placeOrder(browser, { id, key, setupIntent }, await voucherOnSale(site))
  return { id, key }
}

/** Its bank declines. */
function unpaidOrder(stage: Stage) {
  return ordered(stage, '4000000000000341')
}

async function orderToPlace({ site, browser, count }: Stage): Promise<Props> {
  const { id, ...checkout } = await checkoutWith(browser, `buyer${count}@example.org`)
  const cart = { items: [{ productId: await voucherOnSale(site), quantity: 1 }], country: 'DE' }
  const { grossCents: shownGrossCents } = (await browser.call(calls.quoteCart, { body: cart })).body
  return { id, body: JSON.stringify({ ...checkout, ...cart, shownGrossCents }) }
}

async function orderOfGoods({ site }: Stage): Promise<Props> {
  return { id: await paidOrder(site, { goods: true }) }
}

const product = { name: 'Something', description: 'To learn from.', onSale: true }
const variant = { name: '', netCents: 1000, weightGrams: 400, onSale: true, stockChange: 5 }
const nothingElse = { offCents: null, validFrom: null, validUntil: null, maxUses: null }
const discount = { percent: 10, freeShipping: false, minimumCents: 0, ...nothingElse }

/** A whole body with the admin's own password. */
async function byTheDesk({ known }: Stage, body: object) {
  return { body: JSON.stringify({ ...body, password: own(known, 'admin').password }) }
}
