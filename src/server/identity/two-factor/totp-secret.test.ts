import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openTotpSecret, sealTotpSecret } from './totp-code.ts'

const appSecret = 'of-the-tests:K7v2mQ9xR4bT8nW1pZ6c'
const secrets = { appSecret }
const ada = 'a0000000-0000-4000-8000-000000000001'
const bob = 'b0000000-0000-4000-8000-000000000002'
const secret = randomBytes(20)

test('a secret sealed for a user opens for them only', () => {
  const sealed = sealTotpSecret(secrets, ada, secret)
  expect(openTotpSecret(secrets, ada, sealed)).toEqual(secret)
  expect(openTotpSecret(secrets, bob, sealed)).toBeUndefined()
})

test('it does not open with another APP_SECRET', () => {
  expect(
    openTotpSecret({ appSecret: `${appSecret}!` }, ada, sealTotpSecret(secrets, ada, secret)),
  ).toBeUndefined()
})

test('is unreadable, and no two are alike', () => {
  const [one, other] = [sealTotpSecret(secrets, ada, secret), sealTotpSecret(secrets, ada, secret)]
  expect(one.includes(secret)).toBe(false)
  expect(one.equals(other)).toBe(false)
})

test.each([0, 11, 12, 27, 28, 47])('a change of its byte %d is noticed', (index) => {
  const sealed = sealTotpSecret(secrets, ada, secret)
  sealed.writeUInt8(sealed.readUInt8(index) ^ 1, index)
  expect(openTotpSecret(secrets, ada, sealed)).toBeUndefined()
})

test.each([0, 5, 27])('%d bytes are no sealed secret', (length) => {
  expect(openTotpSecret(secrets, ada, randomBytes(length))).toBeUndefined()
})
