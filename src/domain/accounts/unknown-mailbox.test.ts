import { expect, test } from 'vitest'
import { isUnknownMailbox } from './unknown-mailbox.ts'

test.each([
  ['550 5.1.1 no such user', true],
  ["Can't send mail - all recipients were rejected: 553 5.1.3 bad address", true],
  ['550 5.1.10 RESOLVER.ADR.RecipientNotFound', true],
  ['550 <Ada@school.example>: unknown', true],
  ['550 5.1.8 sender rejected', false],
  ['550 5.1.7 sender rejected', false],
  ['550 5.7.1 ada@school.example: message refused by policy', false],
  ['552 5.2.2 mailbox full', false],
  ['550 we do not like your network', false],
  ['554 ada@school.example: spam', false],
  ['550 5.1.1.9 is your address', false],
  ['5500 ada@school.example', false],
])('%s says that the mailbox does not exist: %s', (answer, unknown) => {
  expect(isUnknownMailbox(answer, 'ada@school.example')).toBe(unknown)
})
