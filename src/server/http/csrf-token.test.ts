import { expect, test } from 'vitest'
import { sha256 } from '#server/runtime/derived-key.ts'
import { createCsrfTokens } from './csrf-token.ts'

const tokens = createCsrfTokens('a secret that is long enough for a test')
const browser = sha256('a browser')
const now = new Date('2026-11-21T10:00:00Z')
const { token, expiresAt } = tokens.issue(browser, now)

test('a token lives for 15 minutes', () => {
  expect(expiresAt).toEqual(new Date('2026-11-21T10:15:00Z'))
  expect(tokens.refuse(token, browser, now)).toBeUndefined()
  expect(tokens.refuse(token, browser, new Date('2026-11-21T10:14:59.999Z'))).toBeUndefined()
})

test('a token that is too old is stale', () => {
  expect(tokens.refuse(token, browser, new Date('2026-11-21T10:15:00Z'))).toBe('csrf-stale')
})

test.each([
  ['none', undefined],
  ['an empty one', ''],
  ['one of several headers', [token, token]],
  ['one without signature', token.split('.')[0]],
  ['one that lives longer than it was given', `zzzzzzzz.${token.split('.')[1]}`],
  ['one with a letter changed', token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
  ['one with a letter too many', `${token}A`],
])('%s is refused', (_, word) => {
  expect(tokens.refuse(word, browser, now)).toBe('csrf')
})

test("another browser's token, and one of another secret, are refused", () => {
  expect(tokens.refuse(token, sha256('another browser'), now)).toBe('csrf')
  expect(tokens.refuse(token, undefined, now)).toBe('csrf')
  const others = createCsrfTokens('another secret that is long enough too')
  expect(tokens.refuse(others.issue(browser, now).token, browser, now)).toBe('csrf')
})
