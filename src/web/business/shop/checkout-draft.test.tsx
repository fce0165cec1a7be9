import { afterEach, beforeEach, expect, test } from 'vitest'
import type { UserSession } from '#contract/accounts/accounts.ts'
import { someSession } from '#support/some-site.ts'
import { showSession } from '#web/platform/site/site.ts'
import { changeCheckout, forgetCheckout, useCheckoutDraft } from './checkout-draft.ts'

const signedInAs = (id: string): UserSession => ({ ...someSession, user: { ...someSession.user, id } })
const nobody: UserSession = { authenticated: false }
const entered = () => Object.values(useCheckoutDraft.getState()).filter(Boolean)

beforeEach(() => showSession(signedInAs('ada')))
afterEach(forgetCheckout)

test("the next user to sign in in the same tab does not see another's input", () => {
  changeCheckout({ address: 'Ada, Ring 1', setupIntent: 'seti_1' })
  showSession(nobody)
  showSession(signedInAs('bob'))
  expect(entered()).toEqual([])
})

test('nor does a user who replaces them at once', () => {
  changeCheckout({ address: 'Ada, Ring 1' })
  showSession(signedInAs('bob'))
  expect(entered()).toEqual([])
})

test('it is restored for its own user', () => {
  changeCheckout({ address: 'Ada, Ring 1' })
  showSession(nobody)
  expect(useCheckoutDraft.getState().address).toBe('Ada, Ring 1')
  showSession(signedInAs('ada'))
  expect(useCheckoutDraft.getState().address).toBe('Ada, Ring 1')
})

test("a visitor's input is theirs once they sign in, and no other user's after they signed out", () => {
  showSession(nobody)
  changeCheckout({ address: 'Ring 1' })
  showSession(signedInAs('ada'))
  expect(useCheckoutDraft.getState().address).toBe('Ring 1')
  changeCheckout({ shipping: 'parcel' })
  showSession(signedInAs('bob'))
  expect(entered()).toEqual([])
})

test("input after signing out is still the former user's", () => {
  changeCheckout({ address: 'Ada, Ring 1' })
  showSession(nobody)
  changeCheckout({ name: 'Ada' })
  showSession(signedInAs('bob'))
  expect(entered()).toEqual([])
})
