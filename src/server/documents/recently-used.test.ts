import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRecentlyUsed } from './recently-used.ts'

test('what was not used for the longest time makes room first', () => {
  const kept = createRecentlyUsed<string>(10)
  kept.set('a', 'A', 4)
  kept.set('b', 'B', 4)
  expect(kept.get('a')).toBe('A')
  kept.set('c', 'C', 4)
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual(['A', undefined, 'C'])
})

test('what is heavier than everything may be is not kept', () => {
  const kept = createRecentlyUsed<string>(10)
  kept.set('a', 'A', 11)
  expect(kept.get('a')).toBeUndefined()
  kept.set('b', 'B', 10)
  expect(kept.get('b')).toBe('B')
})

test('what is set again weighs what it weighs now', () => {
  const kept = createRecentlyUsed<string>(10)
  kept.set('a', 'A', 0)
  kept.set('a', 'A', 6)
  kept.set('b', 'B', 4)
  expect(kept.get('a')).toBe('A')
  kept.delete('a')
  kept.set('c', 'C', 6)
  expect([kept.get('b'), kept.get('c')]).toEqual(['B', 'C'])
  kept.clear()
  expect(kept.get('b')).toBeUndefined()
})

test('never weighs more than it may, whatever is done to it', () => {
  const step = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), weight: fc.nat(8), drop: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const kept = createRecentlyUsed<number>(10)
      for (const { key, weight, drop } of steps)
        if (drop) kept.delete(key)
        else kept.set(key, weight, weight)
      const weights = ['a', 'b', 'c', 'd'].map((key) => kept.get(key) ?? 0)
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(10)
    }),
  )
})
