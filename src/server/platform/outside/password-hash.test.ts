import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { Problem } from '#server/platform/runtime/problem.ts'
import { createPasswordHash } from './password-hash.ts'

const passwords = createPasswordHash()

async function hashed(password: string): Promise<string> {
  const result = await passwords.hash(password)
  if (result instanceof Problem) throw new Error(result.code)
  return result
}

test('a password is kept as Argon2id with 19 MiB and two passes, and differently each time', async () => {
  const first = await hashed('correct horse')
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hashed('correct horse')).not.toBe(first)
})

test('a password verifies, and one that differs in its last byte does not', async () => {
  const long = `${'x'.repeat(127)}a`
  const stored = await hashed(long)
  expect(await passwords.verify(stored, long)).toBe(true)
  expect(await passwords.verify(stored, `${'x'.repeat(127)}b`)).toBe(false)
  expect(await passwords.verify(stored, long.slice(0, 127))).toBe(false)
})

test('64 emoji are a password', async () => {
  const emoji = '🦉'.repeat(64)
  expect(await passwords.verify(await hashed(emoji), emoji)).toBe(true)
})

test('for an unknown user a password is computed anyway, and is never right', async () => {
  const before = passwords.computed
  expect(await passwords.verifyNothing('anything')).toBe(false)
  expect(passwords.computed).toBe(before + 1)
})

test('a hash of a lower cost must be renewed', async () => {
  expect(passwords.needsRehash(await hash('x', { memoryCost: 4096, timeCost: 2, parallelism: 1 }))).toBe(true)
  expect(passwords.needsRehash(await hash('x', { memoryCost: 19_456, timeCost: 1, parallelism: 1 }))).toBe(
    true,
  )
  expect(passwords.needsRehash(await hash('x', { memoryCost: 19_456, timeCost: 2, algorithm: 1 }))).toBe(true)
  expect(passwords.needsRehash(await hashed('x'))).toBe(false)
  expect(passwords.needsRehash(await hash('x', { memoryCost: 32_768, timeCost: 3, parallelism: 1 }))).toBe(
    false,
  )
})

test('of many concurrent ones two run, some wait, and the rest are told to retry', async () => {
  const crowded = createPasswordHash({ parallel: 2, longestQueue: 3 })
  const results = await Promise.all(Array.from({ length: 9 }, () => crowded.verifyNothing('flood')))
  expect(results.filter((result) => result === false)).toHaveLength(5)
  const refused = results.filter((result) => result instanceof Problem)
  expect(refused.map(({ code, status, retryAfterSeconds }) => ({ code, status, retryAfterSeconds }))).toEqual(
    Array(4).fill({ code: 'unavailable', status: 503, retryAfterSeconds: 2 }),
  )
  expect(crowded.computed).toBe(5)
  expect(await crowded.verifyNothing('when it is over')).toBe(false)
})

test('a hash that cannot be read gives its place back', async () => {
  const single = createPasswordHash({ parallel: 1, longestQueue: 0 })
  await expect(single.verify('not a hash', 'x')).rejects.toThrow()
  expect(await single.verifyNothing('x')).toBe(false)
})
