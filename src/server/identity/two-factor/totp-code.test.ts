import { expect, test } from 'vitest'
import {
  openTotpSecret,
  resealTotpSecret,
  sealTotpSecret,
  totpInvitation,
  totpSecretBytes,
  totpStep,
} from './totp-code.ts'

/** The secret of RFC 6238, appendix B, whose table has eight digits; the last six are what six digits would be. */
const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_111_111_111, '050471', 37_037_037],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
  [20_000_000_000, '353130', 666_666_666],
])('at second %d the code is %s, of step %d', (second, code, step) => {
  expect(totpStep(secret, code, new Date(second * 1000))).toBe(step)
})

test.each([
  [-60, undefined],
  [-30, 41_152_263],
  [0, 41_152_263],
  [30, 41_152_263],
  [60, undefined],
])('a clock that is %d seconds off', (seconds, step) => {
  expect(totpStep(secret, '005924', new Date((1_234_567_890 + seconds) * 1000))).toBe(step)
})

test.each(['005925', '', '5924', '0005924', 'abcdef', '٠٠٥٩٢٤'])('%j is no code', (code) => {
  expect(totpStep(secret, code, new Date(1_234_567_890_000))).toBeUndefined()
})

test('the address of the QR code names the site, the person and the secret', () => {
  const { uri, secret: typed } = totpInvitation(secret, {
    issuer: 'Films & Friends',
    label: 'ada@example.org',
  })
  const address = new URL(uri)
  expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(address.pathname)).toBe('/Films & Friends:ada@example.org')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: 'Films & Friends',
    secret: typed,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  expect(typed).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})

test('a secret is as long as the hash, 160 bit', () => {
  expect(totpSecretBytes * 8).toBe(160)
})

const user = '0f6d3a52-0f0b-4f0e-8d6a-3a1f1f0c2b11'
const secrets = { appSecret: 'a secret of the site that is long' }
const later = { appSecret: 'another one that came after it', previousAppSecret: secrets.appSecret }

/** The secret of above as the first version stored it for this user, computed apart. */
const stored = Buffer.from(
  '000102030405060708090a0be9003a69204558676a982c5e6b85db8c67b50b1d69e14026c9e7bec197b790b930cf4d77',
  'hex',
)

test('a stored secret opens for its user alone', () => {
  expect(openTotpSecret(secrets, user, stored)).toEqual(secret)
  expect(openTotpSecret(secrets, 'somebody else', stored)).toBeUndefined()
  expect(openTotpSecret(secrets, user, sealTotpSecret(secrets, user, secret))).toEqual(secret)
})

test('a secret is resealed once, and only if it can be opened', () => {
  const anew = resealTotpSecret(later, user, stored)
  expect(anew && openTotpSecret({ appSecret: later.appSecret }, user, anew)).toEqual(secret)
  expect(anew && resealTotpSecret(later, user, anew)).toBeUndefined()
  expect(resealTotpSecret({ appSecret: later.appSecret }, user, stored)).toBeUndefined()
})
