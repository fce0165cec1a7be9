import { describe, expect, test } from 'vitest'
import { isSealedAnew, seal, unseal } from './sealed.ts'

const secrets = { appSecret: 'a secret of the site that is long' }
const later = { appSecret: 'another one that came after it', previousAppSecret: secrets.appSecret }
const of = { purpose: 'authenticator app secrets', owner: '0f6d3a52-0f0b-4f0e-8d6a-3a1f1f0c2b11' }
const text = Buffer.from('12345678901234567890')

/** The same text by the same secret, computed apart with the nonce 00 to 0b: tag, text, and in front the id of its key. */
const withoutId =
  '000102030405060708090a0be9003a69204558676a982c5e6b85db8c67b50b1d69e14026c9e7bec197b790b930cf4d77'
const withId = `78d27823${withoutId}`

describe('a sealed value', () => {
  test.each([
    ['with the id of its key', withId],
    ['before keys had ids', withoutId],
  ])('%s still opens in years', (_, stored) => {
    expect(unseal(secrets, of, Buffer.from(stored, 'hex'))).toEqual(text)
  })

  test('opens again, and is different each time', () => {
    const sealed = seal(secrets, of, text)
    expect(unseal(secrets, of, sealed)).toEqual(text)
    expect(sealed.subarray(0, 4).toString('hex')).toBe('78d27823')
    expect(sealed).toHaveLength(withId.length / 2)
    expect(seal(secrets, of, text)).not.toEqual(sealed)
  })

  test.each([
    ['of somebody else', secrets, { ...of, owner: 'somebody else' }],
    ['for something else', secrets, { ...of, purpose: 'something else' }],
    ['by another secret', { appSecret: 'one that nobody ever had' }, of],
  ])('does not open for another purpose %s', (_, by, as) => {
    for (const stored of [withId, withoutId])
      expect(unseal(by, as, Buffer.from(stored, 'hex'))).toBeUndefined()
  })

  test('does not open when a bit of it has changed, or a part is missing', () => {
    const whole = Buffer.from(withId, 'hex')
    for (let index = 4; index < whole.length; index += 1) {
      const changed = Buffer.from(whole)
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
      expect(unseal(secrets, of, changed)).toBeUndefined()
    }
    for (const length of [0, 4, 20, 32, whole.length - 1])
      expect(unseal(secrets, of, whole.subarray(0, length))).toBeUndefined()
  })

  test('of the former secret opens while both are known, and reports its age', () => {
    for (const stored of [withId, withoutId])
      expect(unseal(later, of, Buffer.from(stored, 'hex'))).toEqual(text)
    expect(isSealedAnew(secrets, of, Buffer.from(withId, 'hex'))).toBe(true)
    expect(isSealedAnew(secrets, of, Buffer.from(withoutId, 'hex'))).toBe(false)
    expect(isSealedAnew(later, of, Buffer.from(withId, 'hex'))).toBe(false)
    expect(isSealedAnew(later, of, seal(later, of, text))).toBe(true)
  })
})
