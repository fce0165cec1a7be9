import { expect, test } from 'vitest'
import { systemRandom } from '#server/platform/runtime/random.ts'
import { freshRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'

const codes = freshRecoveryCodes(systemRandom)

test('there are ten of them, each another, in groups of four letters', () => {
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
})

test('they hold at least 128 bit, every letter of which varies', () => {
  const many = Array.from({ length: 200 }, () => freshRecoveryCodes(systemRandom)).flat()
  for (let place = 0; place < 28; place += 1) {
    const letters = new Set(many.map((code) => code.replaceAll('-', '')[place]))
    expect(letters.size).toBe(32)
  }
  expect(28 * Math.log2(32)).toBeGreaterThanOrEqual(128)
})

const code = '01AB-CDEF-GHJK-MNPQ-RSTV-WXYZ-2345'

test.each([
  code.toLowerCase(),
  code.replaceAll('-', ''),
  code.replaceAll('-', ' '),
  ` ${code} `,
  code.replace('01', 'OI'),
  code.replace('01', 'ol'),
])('%j is the same code', (typed) => {
  expect(recoveryCodeHash(typed)).toEqual(recoveryCodeHash(code))
})

test.each(['', '123456', code.slice(1), `${code}0`, code.replace('2', 'U'), code.replace('2', '%')])(
  '%j cannot be one',
  (typed) => {
    expect(recoveryCodeHash(typed)).toBeUndefined()
  },
)

test('two codes have two hashes, of 256 bit', () => {
  const hashes = codes.map((one) => recoveryCodeHash(one)?.toString('hex'))
  expect(new Set(hashes).size).toBe(10)
  for (const hash of hashes) expect(hash).toMatch(/^[\da-f]{64}$/)
})
