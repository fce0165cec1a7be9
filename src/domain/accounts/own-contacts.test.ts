import { expect, test } from 'vitest'
import { isRemovable, type OwnContact } from './own-contacts.ts'

const contact = (id: string, primary: boolean, confirmed: boolean): OwnContact => ({ id, primary, confirmed })
const primary = contact('primary', true, true)
const pendingPrimary = contact('primary', true, false)
const confirmed = contact('confirmed', false, true)
const another = contact('another', false, true)
const pending = contact('pending', false, false)

test.each([
  ['the primary one', primary, [primary, confirmed], false],
  ['a primary one that waits', pendingPrimary, [pendingPrimary, confirmed], false],
  ['a confirmed one beside the primary', confirmed, [primary, confirmed], true],
  ['the last confirmed one', confirmed, [pendingPrimary, confirmed], false],
  ['one of two confirmed ones', confirmed, [pendingPrimary, confirmed, another], true],
  ['one that waits', pending, [primary, pending], true],
  ['one that waits beside others that wait', pending, [pendingPrimary, pending], true],
])('of a contact, %s, reports whether it may be removed', (_, asked, contacts, removable) => {
  expect(isRemovable(asked, contacts)).toBe(removable)
})
