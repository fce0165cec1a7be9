import { expect, test } from 'vitest'
import { trialKey } from '#server/registration/start-first-subscription.ts'

test('one person has one key, however they spell their address', () => {
  const key = trialKey('secret', 'ada@gmail.com')
  expect(trialKey('secret', ' A.da+films@GoogleMail.com')).toBe(key)
  expect(trialKey('secret', 'bob@gmail.com')).not.toBe(key)
})

test('a key says nothing of the address, and is of this site alone', () => {
  const key = trialKey('secret', 'ada@example.org')
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(trialKey('another secret', 'ada@example.org')).not.toBe(key)
})
