import { expect, test } from 'vitest'
import { checkDiscount, checkGoods, checkShippingMethod, checkVoucher } from './check-product.ts'

test('a voucher has a name, a price, licences and an interval', () => {
  const fine = { name: 'A year', netCents: 9600, licenseCount: 1, interval: { value: 1, unit: 'y' } } as const
  expect(checkVoucher(fine)).toEqual({})
  expect(checkVoucher({ ...fine, name: '  ' })).toEqual({ name: 'product-name-missing' })
  for (const netCents of [99, 1_000_001, 150.5, Number.NaN])
    expect(checkVoucher({ ...fine, netCents })).toEqual({ netCents: 'product-price-invalid' })
  for (const netCents of [100, 1_000_000]) expect(checkVoucher({ ...fine, netCents })).toEqual({})
  for (const licenseCount of [0, 1001, 1.5])
    expect(checkVoucher({ ...fine, licenseCount })).toEqual({ licenseCount: 'product-licenses-invalid' })
  expect(checkVoucher({ ...fine, licenseCount: 1000 })).toEqual({})
  for (const value of [0, 121])
    expect(checkVoucher({ ...fine, interval: { value, unit: 'm' } })).toEqual({
      interval: 'product-interval-invalid',
    })
  expect(checkVoucher({ ...fine, interval: { value: 120, unit: 'm' } })).toEqual({})
})

test('goods have a name and variants with price, weight and stock, and a picture that is there or none', () => {
  const variant = { netCents: 2000, weightGrams: 0, stock: 0 }
  const fine = { name: 'Cup', picture: '', variants: [variant] }
  const check = (goods: Parameters<typeof checkGoods>[0]) => checkGoods(goods, ['cup.webp'])
  expect(check(fine)).toEqual({})
  const most = { netCents: 2000, weightGrams: 100_000, stock: 1_000_000 }
  expect(check({ ...fine, variants: [most] })).toEqual({})
  expect(check({ ...fine, variants: [{ ...most, weightGrams: 100_001, stock: 1_000_001 }] })).toEqual({
    'variants.0.weightGrams': 'product-weight-invalid',
    'variants.0.stockChange': 'product-stock-invalid',
  })
  expect(check({ ...fine, variants: [] })).toEqual({ variants: 'variant-missing' })
  expect(check({ ...fine, variants: [variant, { netCents: 1, weightGrams: -1, stock: -1 }] })).toEqual({
    'variants.1.netCents': 'product-price-invalid',
    'variants.1.weightGrams': 'product-weight-invalid',
    'variants.1.stockChange': 'product-stock-invalid',
  })
  for (const picture of ['cup.webp', '/shop/cup-1.webp']) expect(check({ ...fine, picture })).toEqual({})
  for (const picture of ['cup.png', 'https://example.org/a.png', '//example.org/a.png', '/../a', '/a b'])
    expect(check({ ...fine, picture })).toEqual({ picture: 'product-picture-invalid' })
})

test('a shipping method is for countries, up to a weight, for a price or free', () => {
  const fine = { name: 'Parcel', netCents: 0, weightUpToGrams: 5000, countries: ['DE', 'AT'] }
  expect(checkShippingMethod(fine)).toEqual({})
  for (const weightUpToGrams of [1, 1_000_000])
    expect(checkShippingMethod({ ...fine, weightUpToGrams })).toEqual({})
  expect(checkShippingMethod({ ...fine, weightUpToGrams: 1_000_001 })).toHaveProperty('weightUpToGrams')
  expect(checkShippingMethod({ name: '', netCents: -1, weightUpToGrams: 0, countries: [] })).toEqual({
    name: 'product-name-missing',
    netCents: 'shipping-price-invalid',
    weightUpToGrams: 'shipping-weight-invalid',
    countries: 'shipping-countries-invalid',
  })
  expect(checkShippingMethod({ ...fine, countries: ['DE', 'Austria'] })).toHaveProperty('countries')
})

test('a discount takes percents or an amount off or ships free, between days that follow each other', () => {
  const fine = {
    code: 'SPRING 27',
    percent: 10,
    offCents: null,
    freeShipping: false,
    minimumCents: 0,
    validFrom: null,
    validUntil: null,
    maxUses: null,
  }
  expect(checkDiscount(fine)).toEqual({})
  expect(checkDiscount({ ...fine, percent: null, freeShipping: true })).toEqual({})
  expect(checkDiscount({ ...fine, percent: null, offCents: 500, freeShipping: true })).toEqual({})
  expect(checkDiscount({ ...fine, percent: null })).toEqual({ percent: 'discount-empty' })
  expect(checkDiscount({ ...fine, offCents: 500 })).toEqual({ percent: 'discount-empty' })
  for (const percent of [1, 100]) expect(checkDiscount({ ...fine, percent })).toEqual({})
  expect(checkDiscount({ ...fine, percent: null, offCents: 1 })).toEqual({})
  expect(checkDiscount({ ...fine, code: ' SPRING ' })).toEqual({})
  for (const maxUses of [1, 1_000_000]) expect(checkDiscount({ ...fine, maxUses })).toEqual({})
  expect(checkDiscount({ ...fine, maxUses: 1_000_001 })).toEqual({ maxUses: 'discount-uses-invalid' })
  for (const percent of [0, 101, 1.5])
    expect(checkDiscount({ ...fine, percent })).toEqual({ percent: 'discount-percent-invalid' })
  expect(checkDiscount({ ...fine, percent: null, offCents: 0 })).toEqual({
    offCents: 'discount-amount-invalid',
  })
  expect(checkDiscount({ ...fine, minimumCents: -1 })).toEqual({ minimumCents: 'discount-amount-invalid' })
  expect(checkDiscount({ ...fine, maxUses: 0 })).toEqual({ maxUses: 'discount-uses-invalid' })
  for (const code of ['', 'ab', 'a!b', '-abc'])
    expect(checkDiscount({ ...fine, code })).toEqual({ code: 'discount-code-invalid' })
  const days = (validFrom: string | null, validUntil: string | null) =>
    checkDiscount({ ...fine, validFrom, validUntil })
  expect(days('2027-03-01', '2027-03-01')).toEqual({})
  expect(days(null, '2027-02-29')).toEqual({ validUntil: 'discount-days-invalid' })
  expect(days('2027-03-02', '2027-03-01')).toEqual({ validUntil: 'discount-days-invalid' })
})
