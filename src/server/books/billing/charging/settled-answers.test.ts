import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { emailKey } from '#domain/accounts/contact.ts'
import { findOrder, lockOrder, updateOrder } from '#server/business/shop/order.store.ts'
import { applyBillingEvent } from '#server/business/subscriptions/apply-billing-event.ts'
import { runDueSubscriptions } from '#server/business/subscriptions/run-due-subscriptions.ts'
import { lockAddress } from '#server/identity/accounts/registration.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { ChargeResult } from '#server/platform/outside/payment.ts'
import { testEngine } from '#support/database.ts'
import { seedDueRenewals } from '#support/due-renewals.ts'
import { whileHeld } from '#support/held-lock.ts'
import { mailsTo } from '#support/mails.ts'
import { type Payer, seedPayers } from '#support/payers.ts'
import { addPeople } from '#support/paying-team.ts'
import { registerIn } from '#support/people.ts'
import { orderUnderWay } from '#support/shopper.ts'
import { markConfirmed } from '#support/stored/contacts.ts'
import { attemptsOf, ledgerSums } from '#support/stored/money.ts'
import { forgetAccounts, personAt } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { storedSubscription } from '#support/stored/subscriptions.ts'
import { accountHolder, sandboxOf, subscribe } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import { settleAttempt } from './settle-attempt.ts'

// The effect of each answer of a provider, whatever came before it.

let charge: ReturnType<typeof sandboxOf>['charge']
const site = testApp({ settings: { RATE_LIMITS: '1000', TRIAL_DAYS: '0', GRACE_DAYS: '10' } })
beforeAll(async () => {
  ;({ charge } = sandboxOf(site))
})

type Kind = 'succeeded' | 'declined' | 'refused' | 'needs-action' | 'processing' | 'cancelled' | 'unknown'
const kinds: readonly Kind[] = [
  'succeeded',
  'declined',
  'refused',
  'needs-action',
  'processing',
  'cancelled',
  'unknown',
]
const storedAs: Readonly<Record<Kind, string>> = {
  succeeded: 'succeeded',
  declined: 'declined',
  refused: 'failed',
  'needs-action': 'needs-action',
  processing: 'processing',
  cancelled: 'abandoned',
  unknown: 'unknown',
}

let count = 0
function answerOf(kind: Kind, { hard = false }: { hard?: boolean } = {}): ChargeResult {
  count += 1
  const ref = `ref_${count}`
  switch (kind) {
    case 'succeeded':
      return { kind, ref, amountCents: 1190 }
    case 'declined':
      return { kind, ref, code: 'insufficient_funds', hard, message: 'Your card has insufficient funds.' }
    case 'refused':
      return { kind, code: 'resource_missing', hard, message: 'No such customer' }
    case 'needs-action':
      return { kind, ref, clientSecret: `secret_${count}` }
    case 'unknown':
      return { kind, reason: 'no answer' }
    default:
      return { kind, ref }
  }
}

const settle = (attemptId: string, kind: Kind, of?: { hard?: boolean }) =>
  settleAttempt(site.services, attemptId, answerOf(kind, of))

type Open = { readonly payer: Payer; readonly attempt: string }

/** Payers whose renewal is ordered, and not yet sent to the provider. */
async function openRenewals(some: number): Promise<Open[]> {
  const sandbox = sandboxOf(site)
  const payers = await seedPayers(site.services.database, some)
  await seedDueRenewals(site.services.database, payers, site.clock.now())
  Object.assign(sandbox, { charge: async () => ({ kind: 'unknown', why: 'unsent', reason: 'not yet' }) })
  await runDueSubscriptions(site.services)
  Object.assign(sandbox, { charge })
  return Promise.all(
    payers.map(async (payer) => ({
      payer,
      attempt: (await attemptsOf(site.db, payer.accountId))[0]?.id ?? '',
    })),
  )
}

async function openRenewal(): Promise<Open> {
  const [open] = await openRenewals(1)
  if (!open) throw new Error('nobody')
  return open
}

const attemptStates = async ({ payer }: Open) =>
  (await attemptsOf(site.db, payer.accountId)).map(({ state }) => state)
const noticesOf = async ({ payer }: Open) =>
  (await allRows(site.db, 'payment_notice')).filter(({ account_id }) => account_id === payer.accountId)
const refundsOf = async (attempt: string) =>
  (await allRows(site.db, 'refund')).filter(({ attempt_id }) => attempt_id === attempt)

async function chargeOf({ payer }: Open) {
  const rows = await allRows(site.db, 'charge')
  return rows.find(({ account_id }) => account_id === payer.accountId)
}

/** Days until the next step; null if it is not ours. */
async function dueInDays({ payer }: Open): Promise<number | null> {
  const { dueAt } = await storedSubscription(site.db, payer.accountId)
  return dueAt && Math.round((dueAt.getTime() - site.clock.now().getTime()) / 86_400_000)
}

describe('an answer after another', () => {
  const followers: readonly [Kind | 'none', readonly Kind[]][] = [
    ['none', kinds],
    ['unknown', kinds],
    ['needs-action', kinds.filter((kind) => kind !== 'unknown')],
    ['processing', kinds.filter((kind) => kind !== 'unknown')],
    // final, except for a payment that arrives anyway
    ['declined', ['succeeded']],
    ['refused', ['succeeded']],
    ['cancelled', ['succeeded']],
    ['succeeded', []],
  ]
  test.each(followers)('%s updates an attempt if it has newer information', async (before, moving) => {
    const opened = await openRenewals(kinds.length)
    for (const [index, kind] of kinds.entries()) {
      const open = opened[index]
      if (!open) throw new Error('nobody')
      if (before !== 'none') await settle(open.attempt, before)
      await settle(open.attempt, kind)
      const expected = moving.includes(kind) ? kind : before
      const [state] = await attemptStates(open)
      expect([before, kind, state]).toEqual([before, kind, expected === 'none' ? '' : storedAs[expected]])
    }
  })
})

describe('the effect of an answer', () => {
  test('without an answer the attempt stays as ordered', async () => {
    const open = await openRenewal()
    const unsent = { kind: 'unknown', why: 'unsent', reason: 'it is left alone' } as const
    expect(await settleAttempt(site.services, open.attempt, unsent)).toEqual([])
    expect(await attemptStates(open)).toEqual(['submitted'])
  })

  test('an attempt deleted with its account belongs to no one', async () => {
    expect(await settle(randomUUID(), 'succeeded')).toEqual([])
  })

  test.each<[Kind, { hard?: boolean }, string, boolean, number | null]>([
    ['succeeded', {}, 'succeeded', true, 29],
    ['declined', {}, 'declined', true, 1],
    ['declined', { hard: true }, 'declined', true, 9],
    ['refused', {}, 'failed', true, 1],
    ['refused', { hard: true }, 'failed', true, 9],
    ['needs-action', {}, 'needs-action', false, 9],
    ['processing', {}, 'processing', false, null],
    ['unknown', {}, 'unknown', false, null],
  ])('%s (%o): the charge is %s', async (kind, how, state, isSettled, days) => {
    const open = await openRenewal()
    const answer = answerOf(kind, how)
    expect(await settleAttempt(site.services, open.attempt, answer)).toEqual([])
    expect(await chargeOf(open)).toMatchObject({ state, settled_at: isSettled ? site.clock.now() : null })
    expect(await dueInDays(open)).toBe(days)
    const [attempt] = await attemptsOf(site.db, open.payer.accountId)
    const said = { ref: '', code: null, reason: null }
    if ('ref' in answer) said.ref = answer.ref ?? ''
    if ('code' in answer) Object.assign(said, { code: answer.code, reason: answer.message })
    expect(attempt).toMatchObject(said)
    const paid = { captured: 1190, invoiced: 1190 }
    expect(await ledgerSums(site.db, open.payer.accountId)).toEqual(kind === 'succeeded' ? paid : {})
  })

  test('declined without a reference or a reason: both stay unknown', async () => {
    const open = await openRenewal()
    await settleAttempt(site.services, open.attempt, { kind: 'declined', code: 'generic', hard: false })
    const [attempt] = await attemptsOf(site.db, open.payer.accountId)
    expect(attempt).toMatchObject({ state: 'declined', ref: '', code: 'generic', reason: null })
  })

  test('cancelled: it is retried at once', async () => {
    const open = await openRenewal()
    const steps = await settle(open.attempt, 'cancelled')
    const [, second] = await attemptsOf(site.db, open.payer.accountId)
    expect(steps).toEqual([{ kind: 'send', attemptId: second?.id }])
    expect(await attemptStates(open)).toEqual(['abandoned', 'submitted'])
  })

  test("refused: the operator gets the provider's code and message", async () => {
    const open = await openRenewal()
    await settle(open.attempt, 'declined')
    expect(await noticesOf(open)).toEqual([])
    const refused = await openRenewal()
    await settle(refused.attempt, 'refused')
    expect(await noticesOf(refused)).toMatchObject([
      {
        kind: 'charge-refused',
        attempt_id: refused.attempt,
        provider: 'sandbox',
        amount_cents: 1190,
        reason: 'resource_missing: No such customer',
      },
    ])
  })

  test('paid, and reported again: it is booked once', async () => {
    const open = await openRenewal()
    await settle(open.attempt, 'succeeded')
    const later = await chargeOf(open)
    site.clock.advance({ seconds: 1 })
    expect(await settle(open.attempt, 'succeeded')).toEqual([])
    expect(await ledgerSums(site.db, open.payer.accountId)).toEqual({ captured: 1190, invoiced: 1190 })
    expect(await chargeOf(open)).toEqual(later)
  })
})

describe('of two attempts of one charge', () => {
  /** The first waits for the card holder, who gave another card meanwhile: it is given up, and a second is ordered. */
  async function givenUp() {
    const open = await openRenewal()
    await settle(open.attempt, 'needs-action')
    const { accountId, method } = open.payer
    const event = { type: 'update-card', method, provider: 'sandbox' } as const
    const sandbox = sandboxOf(site)
    const { cancelCharge } = sandbox
    const isAway = async () => ({ kind: 'unknown', reason: 'no answer' })
    Object.assign(sandbox, { cancelCharge: isAway, charge: isAway })
    await applyBillingEvent(site.services, accountId, event)
    Object.assign(sandbox, { cancelCharge, charge })
    const [, second] = await attemptsOf(site.db, accountId)
    expect(await attemptStates(open)).toEqual(['needs-action', 'submitted'])
    return { open, second: second?.id ?? '' }
  }

  test('the abandoned one is cancelled until that is certain, and does not affect the charge', async () => {
    const { open } = await givenUp()
    expect(await settle(open.attempt, 'processing')).toEqual([])
    expect(await attemptStates(open)).toEqual(['needs-action', 'submitted'])
    expect(await settle(open.attempt, 'cancelled')).toEqual([])
    expect(await attemptStates(open)).toEqual(['abandoned', 'submitted'])
    expect(await chargeOf(open)).toMatchObject({ state: 'submitted' })
  })

  test("the first may still be paid; the second's answer then concerns nothing owed", async () => {
    const { open, second } = await givenUp()
    expect(await settle(open.attempt, 'succeeded')).toEqual([])
    const paid = await chargeOf(open)
    expect(paid).toMatchObject({ state: 'succeeded', settled_at: site.clock.now() })
    site.clock.advance({ seconds: 1 })
    expect(await settle(second, 'refused')).toEqual([])
    expect(await attemptStates(open)).toEqual(['succeeded', 'failed'])
    expect(await chargeOf(open)).toEqual(paid)
    expect(await noticesOf(open)).toEqual([])
    expect(await ledgerSums(site.db, open.payer.accountId)).toEqual({ captured: 1190, invoiced: 1190 })
  })

  test('the second is refunded if both were paid, and the operator is notified', async () => {
    const { open, second } = await givenUp()
    await settle(open.attempt, 'succeeded')
    const paid = await chargeOf(open)
    site.clock.advance({ seconds: 1 })
    const steps = await settle(second, 'succeeded')
    const [refund, ...others] = await refundsOf(second)
    expect(others).toEqual([])
    expect(refund).toMatchObject({ reason: 'late', gross_cents: 1190 })
    expect(steps).toEqual([{ kind: 'refund', refundId: refund?.id }])
    expect(await chargeOf(open)).toEqual(paid)
    expect((await noticesOf(open)).map(({ kind }) => kind)).toEqual(['late-payment'])
    expect(await ledgerSums(site.db, open.payer.accountId)).toEqual({ captured: 2380, invoiced: 1190 })
  })
})

describe('of an account that is gone', () => {
  test('a payment is refunded in full, and the operator is notified', async () => {
    const open = await openRenewal()
    await forgetAccounts(site.db, open.payer.email)
    const answer = answerOf('succeeded')
    const steps = await settleAttempt(site.services, open.attempt, answer)
    const [refund, ...others] = await refundsOf(open.attempt)
    expect(others).toEqual([])
    expect(refund).toMatchObject({ reason: 'late', net_cents: 1190, vat_cents: 0, gross_cents: 1190 })
    expect(steps).toEqual([{ kind: 'refund', refundId: refund?.id }])
    expect(await noticesOf(open)).toMatchObject([
      {
        kind: 'late-payment',
        provider: 'sandbox',
        ref: (answer as { ref: string }).ref,
        attempt_id: open.attempt,
        amount_cents: 1190,
      },
    ])
  })

  test('a declined charge has no refund', async () => {
    const open = await openRenewal()
    await forgetAccounts(site.db, open.payer.email)
    expect(await settle(open.attempt, 'declined')).toEqual([])
    expect(await attemptStates(open)).toEqual(['declined'])
    expect(await refundsOf(open.attempt)).toEqual([])
    expect(await noticesOf(open)).toEqual([])
  })
})

describe('for an order of the shop', () => {
  const stateOf = async (id: string) => (await findOrder(site.db, id))?.state
  const givenUpNow = (id: string) => (trx: Parameters<typeof updateOrder>[0]) =>
    updateOrder(trx, id, { state: 'cancelled', closed_at: site.clock.now() })

  test('a payment delivers it once, and a decline changes nothing', async () => {
    const { id, attempt } = await orderUnderWay(site)
    expect(await settle(attempt, 'unknown')).toEqual([])
    expect(await stateOf(id)).toBe('placed')
    for (const _ of [1, 2]) {
      expect(await settle(attempt, 'succeeded')).toEqual([])
      expect(await stateOf(id)).toBe('paid')
    }
    expect(await ledgerSums(site.db, id)).toEqual({ captured: 1190, invoiced: 1190 })
    const declined = await orderUnderWay(site)
    expect(await settle(declined.attempt, 'declined')).toEqual([])
    expect(await stateOf(declined.id)).toBe('placed')
  })

  test('a payment without a purpose is refunded', async () => {
    const { id, attempt } = await orderUnderWay(site)
    await inTransaction(site.db, givenUpNow(id))
    const steps = await settle(attempt, 'succeeded')
    const [refund] = await refundsOf(attempt)
    expect(steps).toEqual([{ kind: 'refund', refundId: refund?.id }])
    expect([await stateOf(id), refund?.gross_cents]).toEqual(['cancelled', 1190])
  })

  // on the embedded database one thing is done after the other
  if (testEngine === 'postgresql')
    test('a payment during the cancellation is refunded as well', async () => {
      const { id, attempt } = await orderUnderWay(site)
      const steps = await whileHeld(
        site.services.database,
        (trx) => lockOrder(trx, id),
        () => settle(attempt, 'succeeded'),
        givenUpNow(id),
      )
      expect(steps.map(({ kind }) => kind)).toEqual(['refund'])
      expect(await stateOf(id)).toBe('cancelled')
    })
})

if (testEngine === 'postgresql')
  test('users added with a payment are mailed at their address as of its settling', async () => {
    const { database, clock } = site.services
    const owner = await accountHolder(site, 'owner@settled.example')
    await subscribe(owner)
    const { accountId } = await personAt(site.db, 'owner@settled.example')
    const email = 'eve@settled.example'
    await sandboxOf(site).setFault('hang')
    expect((await addPeople(owner, email)).status).toBe(202)
    await sandboxOf(site).setFault('none')
    const attempt = (await attemptsOf(site.db, accountId)).find(({ state }) => state === 'unknown')
    const seats = (await allRows(site.db, 'charge')).find(({ id }) => id === attempt?.chargeId)
    await registerIn(site, site.client(), email)
    const { userId } = await personAt(site.db, email)
    const paid = { kind: 'succeeded', ref: 'seats', amountCents: seats?.gross_cents ?? 0 } as const
    await whileHeld(
      database,
      (trx) => lockAddress(trx, emailKey(email)),
      () => settleAttempt(site.services, attempt?.id ?? '', paid),
      (trx) => markConfirmed(trx, userId, clock.now()),
    )
    const added = (await mailsTo(site, email)).filter(({ subject }) => subject.startsWith('You were added'))
    expect(added.map(({ text }) => /You already have an account/.test(text))).toEqual([true])
  })
