import { expect, test } from 'vitest'
import { isKeyOf, productKey } from './product-key.ts'

const id = '3fa85f64-5717-4562-b3fc-2c963f66afa6'

test.each([
  ['T-Shirt „Größe“', 't-shirt-groesse-2c963f66afa6'],
  ['Übung für Café & Ärger', 'uebung-fuer-cafe-aerger-2c963f66afa6'],
  ['  ', '2c963f66afa6'],
  ['茶', '2c963f66afa6'],
  ['m'.repeat(61), `${'m'.repeat(60)}-2c963f66afa6`],
])('%s has the key %s', (name, expected) => {
  expect(productKey({ id, name })).toBe(expected)
})

test('a key finds its product by whatever name, and no other', () => {
  for (const key of ['mug-2c963f66afa6', 'former-name-2c963f66afa6', '2c963f66afa6'])
    expect(isKeyOf(key, id)).toBe(true)
  for (const key of ['mug', 'mug-2c963f66afa', 'mug2c963f66afa6', 'mug-2c963f66afa6-2', ''])
    expect(isKeyOf(key, id)).toBe(false)
})

test('products whose IDs begin alike have different keys', () => {
  const idOf = (end: number) => `00000000-0000-4000-8000-00000000000${end}`
  const key = productKey({ id: idOf(2), name: 'A year of learning' })
  expect([1, 2].map((end) => isKeyOf(key, idOf(end)))).toEqual([false, true])
})
