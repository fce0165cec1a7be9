import { describe, expect, test } from 'vitest'
import { countOf, keptCart, linesOf, mostOfOne, mostProducts, quantityOf, withQuantity } from './cart.ts'
import type { Product } from './product.ts'

const cart = [
  { productId: 'a', quantity: 1 },
  { productId: 'b', quantity: 3 },
]

describe('the cart', () => {
  test('takes a product, keeps its place when its number changes, and loses it with none', () => {
    expect(withQuantity(cart, 'c', 2)).toEqual([...cart, { productId: 'c', quantity: 2 }])
    expect(withQuantity(cart, 'a', 5)).toEqual([{ productId: 'a', quantity: 5 }, cart[1]])
    expect(withQuantity(cart, 'a', 0)).toEqual([cart[1]])
    expect(withQuantity(cart, 'b', -1)).toEqual([cart[0]])
    expect(withQuantity(cart, 'nothing', 0)).toEqual(cart)
  })

  test('holds whole numbers, and not more than twenty of one product', () => {
    expect(quantityOf(withQuantity(cart, 'a', mostOfOne), 'a')).toBe(20)
    expect(quantityOf(withQuantity(cart, 'a', mostOfOne + 1), 'a')).toBe(20)
    expect(quantityOf(withQuantity(cart, 'a', 2.9), 'a')).toBe(2)
  })

  test('holds at most twenty different products, whose quantities can still change', () => {
    const full = Array.from({ length: mostProducts }, (_, index) => ({
      productId: `p${index}`,
      quantity: 1,
    }))
    expect(withQuantity(full.slice(1), 'more', 1)).toHaveLength(20)
    expect(withQuantity(full, 'more', 1)).toEqual(full)
    expect(quantityOf(withQuantity(full, 'p3', 4), 'p3')).toBe(4)
  })

  test('says how many of a product it holds, and how many things', () => {
    expect(quantityOf(cart, 'b')).toBe(3)
    expect(quantityOf(cart, 'c')).toBe(0)
    expect(countOf(cart)).toBe(4)
    expect(countOf([])).toBe(0)
  })

  test('is read as products, in its order, unless one is not sold or is listed twice', () => {
    const voucher = { kind: 'voucher', licenseCount: 1, interval: { value: 1, unit: 'm' } } as const
    const product = (id: string): Product => ({ ...voucher, id, name: id, netCents: 500 })
    const sold = [product('b'), product('a'), product('c')]
    expect(linesOf(cart, sold)?.map((line) => [line.product.id, line.quantity])).toEqual([
      ['a', 1],
      ['b', 3],
    ])
    expect(linesOf([], sold)).toEqual([])
    expect(linesOf(cart, [product('a')])).toBeUndefined()
    expect(linesOf([...cart, { productId: 'a', quantity: 1 }], sold)).toBeUndefined()
  })

  test('stored by a browser is read as far as it is valid', () => {
    expect(keptCart(cart)).toEqual(cart)
    for (const kept of [undefined, null, 'cart', 7, {}, [null], [{}], [{ productId: 'a' }]])
      expect(keptCart(kept)).toEqual([])
    const kept = [
      { productId: 'a', quantity: 99, price: 1 },
      { productId: '', quantity: 1 },
      { productId: 7, quantity: 1 },
      { productId: 'b', quantity: '2' },
      { productId: 'c', quantity: Number.NaN },
      { productId: 'd', quantity: 0 },
      { productId: 'e', quantity: 2 },
    ]
    expect(keptCart(kept)).toEqual([
      { productId: 'a', quantity: 20 },
      { productId: 'e', quantity: 2 },
    ])
  })
})
