import { describe, expect, test } from 'vitest'
import { type ShippingMethod, shippingMethodsFor, weightOf } from './shipping.ts'

const method = (id: string, change: Partial<ShippingMethod> = {}): ShippingMethod => ({
  id,
  name: id,
  countries: ['DE'],
  weightUpToGrams: 1000,
  netCents: 200,
  ...change,
})
const letter = method('letter')
const parcel = method('parcel', { weightUpToGrams: 5000, netCents: 500 })
const heavy = method('heavy', { weightUpToGrams: 31_500, netCents: 500 })
const europe = method('europe', { countries: ['AT', 'FR', 'CH'], weightUpToGrams: 5000, netCents: 900 })
const methods = [heavy, parcel, europe, letter]

describe('goods are shipped', () => {
  test.each<[string, string, number, string[]]>([
    ['cheapest first, and by the smaller way at one price', 'DE', 900, ['letter', 'parcel', 'heavy']],
    ['up to the weight of a way', 'DE', 1000, ['letter', 'parcel', 'heavy']],
    ['not above it', 'DE', 1001, ['parcel', 'heavy']],
    ['by no way where they are too heavy', 'DE', 31_501, []],
    ['to a country of the way', 'AT', 900, ['europe']],
    ['not to a country that no way goes to', 'IT', 900, []],
    ['not out of the European Union', 'CH', 900, []],
  ])('%s: %s, %d g', (_, country, weightGrams, expected) => {
    const found = shippingMethodsFor(methods, { country, weightGrams, from: 'DE' })
    expect(found.map(({ id }) => id)).toEqual(expected)
  })

  test('cheapest first, though a dearer way is for less', () => {
    const express = method('express', { weightUpToGrams: 500, netCents: 900 })
    const found = shippingMethodsFor([express, parcel], { country: 'DE', weightGrams: 400, from: 'DE' })
    expect(found.map(({ id }) => id)).toEqual(['parcel', 'express'])
  })

  test('within their own country by sellers outside the European Union', () => {
    const from = (country: string) => shippingMethodsFor(methods, { country, weightGrams: 900, from: 'CH' })
    expect(from('CH').map(({ id }) => id)).toEqual(['europe'])
    expect(from('AT')).toEqual([])
  })
})

test('goods weigh, vouchers do not', () => {
  const goods = {
    kind: 'goods',
    id: 'b',
    name: 'Book',
    variant: '',
    netCents: 1,
    stock: 9,
    taxClass: 'book',
  } as const
  const voucher = {
    kind: 'voucher',
    id: 'v',
    name: 'V',
    netCents: 1,
    licenseCount: 1,
    interval: { value: 1, unit: 'm' },
  } as const
  expect(
    weightOf([
      { product: { ...goods, weightGrams: 430 }, quantity: 2 },
      { product: voucher, quantity: 5 },
      { product: { ...goods, id: 'm', weightGrams: 5 }, quantity: 1 },
    ]),
  ).toBe(865)
  expect(weightOf([])).toBe(0)
})
