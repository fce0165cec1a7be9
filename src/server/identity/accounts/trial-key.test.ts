import { expect, test } from 'vitest'
import { trialUseOf } from './trial-key.ts'

const key = Buffer.from('the key of this site')

test('one person is remembered once, however they spell their address', () => {
  const use = trialUseOf(key, 'ada@gmail.com')
  expect(trialUseOf(key, ' A.da+films@GoogleMail.com')).toBe(use)
  expect(trialUseOf(key, 'bob@gmail.com')).not.toBe(use)
})

test('the stored key does not reveal the address, and is specific to this site', () => {
  const use = trialUseOf(key, 'ada@example.org')
  expect(use).toMatch(/^[\w-]{43}$/)
  expect(trialUseOf(Buffer.from('of another'), 'ada@example.org')).not.toBe(use)
})
