import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { testApp } from '#support/test-app.ts'

// Calls with which a stranger can guess, or make the site send mails: each is counted by network, with a tenth of the
// usual limits (decisions/022-limits.md).

const site = testApp({ settings: { RATE_LIMITS: '0.1' } })

const email = 'nobody@example.org'
const code = 'a-wrong-code'
const choosing = { contact: email, code, password: 'a brand new password' }
const declared = { name: 'Ada', email }

/** A call, its body for each attempt, the number of answered attempts, and their status. */
const guarded: [string, Call, (tried: number) => object, number, number][] = [
  [
    'the code that confirms a contact',
    calls.confirmContact,
    () => ({ body: { contact: email, code } }),
    3,
    422,
  ],
  ['the link that moves an address', calls.proveContactMove, () => ({ body: { token: code } }), 3, 422],
  ['the link that objects to a move', calls.objectToContactMove, () => ({ body: { token: code } }), 3, 422],
  ['the code that resets a password', calls.resetPassword, () => ({ body: choosing }), 3, 422],
  ['the code that creates a password', calls.createPassword, () => ({ body: choosing }), 3, 422],
  ['the code that refuses to join', calls.refuseJoining, () => ({ body: { contact: email, code } }), 3, 422],
  ['the link of the admin', calls.adminLink, () => ({ body: { code } }), 3, 422],
  ['the word of "this was not me"', calls.takeBackDeclaration, () => ({ body: { token: code } }), 1, 422],
  ['a cancellation', calls.declareCancellation, () => ({ body: { ...declared, kind: 'ordinary' } }), 1, 200],
  ['a withdrawal', calls.declareWithdrawal, () => ({ body: declared }), 1, 200],
  ['a link to reset a password', calls.requestReset, () => ({ body: { email } }), 3, 200],
  ['an invite link', calls.invitation, () => ({ params: { id: code } }), 20, 404],
  ['a coupon in a link', calls.couponTerms, () => ({ query: { couponCode: code } }), 1, 422],
  ['a passkey challenge', calls.startPasskeySignIn, () => ({}), 10, 200],
]

test.each(guarded)(
  '%s is tried so often from one network, and no more',
  async (_, call, sent, tries, status) => {
    const from = (network: string) => async (tried: number) =>
      (await site.client({ remoteAddress: network }).call(call as never, sent(tried) as never)).status
    const network = `203.0.113.${guarded.findIndex(([, one]) => one === call) + 1}`
    const statuses: number[] = []
    for (let tried = 0; tried < tries + 2; tried += 1) statuses.push(await from(network)(tried))
    expect(statuses).toEqual([...Array(tries).fill(status), 429, 429])
    expect(await from(network.replace('203.0.113', '198.51.100'))(0)).toBe(status)
  },
)
