import { expect, test } from 'vitest'
import { newRecovery } from './use-source.ts'

test('a refused media address is worth a new one', () => {
  const recovery = newRecovery()
  expect(recovery.worthReopening()).toBe(true)
  expect(recovery.worthReopening()).toBe(true)
})

test('a film that fails again and again is broken', () => {
  const recovery = newRecovery()
  recovery.worthReopening()
  recovery.worthReopening()
  expect(recovery.worthReopening()).toBe(false)
})

test('a film that played in between is mended: an hour has many pauses', () => {
  const recovery = newRecovery()
  for (let pause = 0; pause < 12; pause += 1) {
    expect(recovery.worthReopening()).toBe(true)
    recovery.played()
  }
})
