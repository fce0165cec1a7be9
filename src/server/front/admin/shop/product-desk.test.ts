import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type {
  DiscountEdit,
  GoodsEdit,
  ShippingMethodEdit,
  VoucherEdit,
} from '#contract/admin/admin-products.ts'
import { calls } from '#contract/calls.ts'
import { takeStock } from '#server/business/shop/catalogue/goods.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { auditOf, browserOf, expiredOwner, testAdmin, theAdmin } from '#support/admin.ts'
import { setDiscountUses } from '#support/stored/shop.ts'
import { testApp } from '#support/test-app.ts'

const siteFolder = mkdtempSync(join(tmpdir(), 'lectern-desk-'))
const site = testApp({ settings: { RATE_LIMITS: '100000', SITE_DIR: siteFolder } })
const admin = testAdmin(site, { secondFactor: false })
afterAll(() => rmSync(siteFolder, { recursive: true }))

const { password } = theAdmin
const desk = async () => (await admin.call(calls.productDesk)).body
const voucher: VoucherEdit = {
  name: 'Half a year',
  description: 'For one.',
  netCents: 5000,
  licenseCount: 1,
  interval: { value: 6, unit: 'm' },
  onSale: true,
  password,
}
const goods: GoodsEdit = {
  name: 'Cup',
  description: '',
  picture: '/shop/cup.webp',
  taxClass: 'standard',
  onSale: true,
  variants: [
    { name: 'Red', netCents: 900, weightGrams: 350, onSale: true, stockChange: 10 },
    { name: 'Blue', netCents: 900, weightGrams: 350, onSale: true, stockChange: 3 },
  ],
  password,
}
const parcel: ShippingMethodEdit = {
  name: 'Parcel to Austria',
  countries: ['AT'],
  weightUpToGrams: 5000,
  netCents: 900,
  onOffer: true,
  password,
}
const discount: DiscountEdit = {
  code: 'Spring 27',
  percent: 10,
  offCents: null,
  freeShipping: false,
  minimumCents: 0,
  validFrom: null,
  validUntil: '2027-05-31',
  maxUses: 5,
  password,
}
const code = ({ status, problem }: { status: number; problem?: { code: string } | undefined }) =>
  problem?.code ?? status

test('the admin puts a voucher on sale, changes its price, and takes it off again', async () => {
  expect(code(await admin.call(calls.saveVoucher, { body: voucher }))).toBe(200)
  const added = (await desk()).vouchers.find(({ name }) => name === voucher.name)
  if (!added) throw new Error('no voucher was added')
  const { id } = added
  const sold = async () => {
    const { body } = await site.client().call(calls.shop)
    const found = body.products.find((product) => product.id === id)
    return found?.kind === 'voucher' ? found.netCents : undefined
  }
  expect(await sold()).toBe(5000)
  const edit = (version: number, more: Partial<VoucherEdit>) =>
    admin.call(calls.saveVoucher, { body: { ...voucher, id, version, ...more } })
  expect(code(await edit(1, { netCents: 6000 }))).toBe(200)
  expect(await sold()).toBe(6000)
  // an edit of the former version does not undo it
  expect(code(await edit(1, { name: 'Another name' }))).toBe('version-conflict')
  expect(code(await edit(2, { onSale: false }))).toBe(200)
  expect(await sold()).toBeUndefined()
  expect((await desk()).vouchers.find((one) => one.id === id)).toMatchObject({
    version: 3,
    name: 'Half a year',
  })
  const entries = (await auditOf(site)).filter(({ target }) => target === id)
  expect(entries.map(({ action }) => action)).toEqual(['product-saved', 'product-saved', 'product-saved'])
  expect(JSON.stringify(entries)).not.toContain(password)
})

describe('goods', () => {
  const saved = async (name: string) => {
    const one = (await desk()).goods.find((product) => product.name === name)
    if (!one) throw new Error(`there are no ${name}`)
    return one
  }
  const asEdit = ({ variants, ...one }: Awaited<ReturnType<typeof saved>>): GoodsEdit => ({
    ...one,
    variants: variants.map(({ id, name, netCents, weightGrams, onSale }) => ({
      id,
      name,
      netCents,
      weightGrams,
      onSale,
      stockChange: 0,
    })),
    password,
  })

  test('are added with variants; stock changes by a difference, so that concurrent sales count', async () => {
    expect(code(await admin.call(calls.saveGoods, { body: goods }))).toBe(200)
    const shown = await saved('Cup')
    expect(shown.variants.map(({ name, stock }) => [name, stock])).toEqual([
      ['Red', 10],
      ['Blue', 3],
    ])
    const [red] = shown.variants
    await inTransaction(site.db, (trx) => takeStock(trx, [{ variantId: red?.id ?? '', quantity: 4 }]))
    const edit = asEdit(shown)
    const [first, ...rest] = edit.variants
    if (!first) throw new Error('no variant')
    const green = { name: 'Green', netCents: 1000, weightGrams: 350, onSale: true, stockChange: 1 }
    const body = { ...edit, variants: [{ ...first, stockChange: 5 }, ...rest, green] }
    expect(code(await admin.call(calls.saveGoods, { body }))).toBe(200)
    expect((await saved('Cup')).variants.map(({ name, stock }) => [name, stock])).toEqual([
      ['Red', 11],
      ['Blue', 3],
      ['Green', 1],
    ])
    // repeating it is an edit of the former version
    expect(code(await admin.call(calls.saveGoods, { body }))).toBe('version-conflict')
    const fewer = asEdit(await saved('Cup'))
    const tooFew = fewer.variants.map((variant) => ({ ...variant, stockChange: -12 }))
    const refused = await admin.call(calls.saveGoods, { body: { ...fewer, variants: tooFew } })
    expect(Object.keys(refused.problem?.errors ?? {})).toEqual([
      'variants.0.stockChange',
      'variants.1.stockChange',
      'variants.2.stockChange',
    ])
    expect(await saved('Cup')).toMatchObject({
      version: 2,
      variants: [{ stock: 11 }, { stock: 3 }, { stock: 1 }],
    })
  })

  test('keep their variants to themselves', async () => {
    await admin.call(calls.saveGoods, { body: { ...goods, name: 'Sticker' } })
    const cup = asEdit(await saved('Cup'))
    const sticker = asEdit(await saved('Sticker'))
    const foreign = { ...sticker, variants: cup.variants.map((one) => ({ ...one, stockChange: -1 })) }
    expect(code(await admin.call(calls.saveGoods, { body: foreign }))).toBe('version-conflict')
    const [variant] = sticker.variants
    if (!variant) throw new Error('no variant')
    const twice = { ...sticker, variants: [variant, variant] }
    expect(code(await admin.call(calls.saveGoods, { body: twice }))).toBe('version-conflict')
    expect((await saved('Cup')).variants.map(({ stock }) => stock)).toEqual([11, 3, 1])
  })
})

test('ways of shipping are added and changed', async () => {
  expect(code(await admin.call(calls.saveShippingMethod, { body: parcel }))).toBe(200)
  const find = async () => (await desk()).shippingMethods.find(({ name }) => name === parcel.name)
  const { id, version } = (await find()) ?? {}
  const body = { ...parcel, id, version, countries: ['AT', 'IT'], onOffer: false }
  expect(code(await admin.call(calls.saveShippingMethod, { body }))).toBe(200)
  expect(await find()).toMatchObject({ countries: ['AT', 'IT'], onOffer: false, version: 2 })
  expect(code(await admin.call(calls.saveShippingMethod, { body }))).toBe('version-conflict')
})

test('discount codes are added once, and changed to no fewer uses than they had', async () => {
  expect(code(await admin.call(calls.saveDiscount, { body: discount }))).toBe(200)
  const again = await admin.call(calls.saveDiscount, { body: { ...discount, code: 'spring27' } })
  expect(again.problem?.errors).toHaveProperty('code')
  await setDiscountUses(site.db, discount.code, 2)
  const edit = { ...discount, version: 1 }
  const fewer = await admin.call(calls.saveDiscount, { body: { ...edit, maxUses: 1 } })
  expect(fewer.problem?.errors).toHaveProperty('maxUses')
  expect(code(await admin.call(calls.saveDiscount, { body: { ...edit, maxUses: 2, percent: 20 } }))).toBe(200)
  expect((await desk()).discounts.find(({ code: name }) => name === 'Spring 27')).toMatchObject({
    percent: 20,
    maxUses: 2,
    uses: 2,
    validUntil: '2027-05-31',
    version: 2,
  })
  expect(code(await admin.call(calls.saveDiscount, { body: edit }))).toBe('version-conflict')
})

test('what does not fit is said by field, before the password is looked at', async () => {
  const body = { ...voucher, name: ' ', netCents: 1, password: 'guessed' }
  const { problem } = await admin.call(calls.saveVoucher, { body })
  expect([problem?.code, Object.keys(problem?.errors ?? {})]).toEqual(['invalid', ['name', 'netCents']])
})

test('only the admin, who has recently proved their identity, changes anything', async () => {
  const before = await desk()
  const owner = await browserOf(site, expiredOwner.userId)
  expect(code(await owner.call(calls.saveVoucher, { body: { ...voucher, name: 'Theirs' } }))).toBe(
    'forbidden',
  )
  expect(code(await owner.call(calls.productDesk))).toBe('forbidden')
  site.clock.advanceReal({ minutes: 6 })
  const { password: _, ...without } = voucher
  expect(code(await admin.call(calls.saveVoucher, { body: without }))).toBe('password-required')
  const guessed = { ...voucher, password: 'guessed' }
  expect(code(await admin.call(calls.saveVoucher, { body: guessed }))).toBe('wrong-password')
  expect(await desk()).toEqual(before)
})

test('goods show a picture of the site folder, which must exist, and none once its file is gone', async () => {
  const { siteFiles } = site.services
  const file = join(siteFolder, 'pictures/pot.svg')
  mkdirSync(dirname(file))
  writeFileSync(file, '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await siteFiles.refresh()
  const body = { ...goods, name: 'Pot' }
  const refused = await admin.call(calls.saveGoods, { body: { ...body, picture: 'pan.svg' } })
  expect(refused.problem?.errors).toEqual({ picture: expect.stringMatching(/^There is no such picture/) })
  expect(code(await admin.call(calls.saveGoods, { body: { ...body, picture: 'pot.svg' } }))).toBe(200)
  expect((await desk()).pictures).toEqual(['pot.svg'])
  const shown = async () => {
    const { body: shop } = await site.client().call(calls.shop)
    const pot = shop.products.find(({ name }) => name === 'Pot')
    return pot?.kind === 'goods' ? pot.picture : undefined
  }
  const address = (await shown()) ?? ''
  expect((await site.client().fetch('GET', address)).status).toBe(200)
  rmSync(file)
  await siteFiles.refresh()
  expect(await shown()).toBeNull()
})
