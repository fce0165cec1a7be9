import { expect, test } from 'vitest'
import { typedCents } from './typed-price.ts'

test('a price is read with a point or a comma, and never rounded', () => {
  expect(['12', ' 12.5 ', '12,05', '0,5', '1234567.89'].map(typedCents)).toEqual([
    1200, 1250, 1205, 50, 123456789,
  ])
  for (const wrong of ['', '12.345', '1.234,50', '-1', '12€', '.5', '12.', '12345678', 'abc', '1e3'])
    expect(typedCents(wrong)).toBeUndefined()
})
