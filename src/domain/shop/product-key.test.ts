import { expect, test } from 'vitest'
import { isKeyOf, productKey } from './product-key.ts'

const id = '3fa85f64-5717-4562-b3fc-2c963f66afa6'

test.each([
  ['T-Shirt „Größe“', 't-shirt-groesse-3fa85f64'],
  ['Übung für Café & Ärger', 'uebung-fuer-cafe-aerger-3fa85f64'],
  ['  ', '3fa85f64'],
  ['茶', '3fa85f64'],
  ['m'.repeat(61), `${'m'.repeat(60)}-3fa85f64`],
])('%s has the key %s', (name, expected) => {
  expect(productKey({ id, name })).toBe(expected)
})

test('a key finds its product by whatever name, and no other', () => {
  for (const key of ['mug-3fa85f64', 'former-name-3fa85f64', '3fa85f64']) expect(isKeyOf(key, id)).toBe(true)
  for (const key of ['mug', 'mug-3fa85f6', 'mug3fa85f64', 'mug-3fa85f64-2', ''])
    expect(isKeyOf(key, id)).toBe(false)
})
