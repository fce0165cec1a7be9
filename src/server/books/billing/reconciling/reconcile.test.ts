import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { recoverCharges } from '#server/books/billing/charging/recover-charges.ts'
import { runDueSubscriptions } from '#server/business/subscriptions/run-due-subscriptions.ts'
import { createLog } from '#server/platform/runtime/log.ts'
import { signIn } from '#support/people.ts'
import {
  attemptsOf,
  losePurchases,
  loseWaitingEvents,
  noticesOf,
  reconciliations,
} from '#support/stored/money.ts'
import { emptyTables } from '#support/stored/rows.ts'
import { changeSandboxCharge, sandboxCharges } from '#support/stored/sandbox-money.ts'
import { accountHolder, sandboxOf, subscribe } from '#support/subscriber.ts'
import { createTestApp, testApp } from '#support/test-app.ts'
import { reconcile } from './reconcile.ts'
import { reconcileDaily } from './reconcile-daily.ts'

const site = testApp({ settings: { RATE_LIMITS: '100000', TRIAL_DAYS: '0' } })

let people = 0
async function subscriber() {
  people += 1
  const browser = await accountHolder(site, `booked${people}@example.org`)
  const reply = await subscribe(browser)
  const { body } = await browser.call(calls.userSession)
  if (!body.authenticated) throw new Error('signed out')
  return { browser, reply, accountId: body.account.id }
}

const compare = () => reconcile(site.services, sandboxOf(site))
async function attemptOf(accountId: string) {
  const [attempt] = await attemptsOf(site.db, accountId)
  if (!attempt) throw new Error('nothing was to be paid')
  return attempt
}
const report = async () => (await reconciliations(site.db))[0]
const kinds = async () => (await noticesOf(site.db)).map(({ kind }) => kind)
const forgetNotices = () => emptyTables(site.db, 'payment_notice')
/** Messages of the provider, here and at the sandbox. */
const loseEvents = () => emptyTables(site.db, 'payment_event', 'sandbox_event')

describe('comparing the books', () => {
  test('that agree writes a report and notifies no one', async () => {
    await subscriber()
    expect(await compare()).toBe(true)
    expect(await report()).toMatchObject({
      outcome: 'agrees',
      charges: 1,
      refunds: 0,
      settled: 0,
      differences: [],
    })
    expect(await kinds()).toEqual([])
  })

  test('settles payments whose answer and messages were lost', async () => {
    const sandbox = sandboxOf(site)
    await sandbox.setFault('charge-then-hang')
    const { browser, reply, accountId } = await subscriber()
    await sandbox.setFault('none')
    await loseEvents()
    expect(reply.status).toBe(202)
    expect(await compare()).toBe(true)
    expect(await report()).toMatchObject({ outcome: 'agrees', settled: 1 })
    expect((await attemptOf(accountId)).state).toBe('succeeded')
    expect((await browser.call(calls.userSession)).body).toMatchObject({ subscription: { status: 'active' } })
  })

  test('settles the rest if one movement cannot be settled, and does not count as compared', async () => {
    const sandbox = sandboxOf(site)
    await sandbox.setFault('charge-then-hang')
    const [bad, good] = [(await subscriber()).accountId, (await subscriber()).accountId]
    await sandbox.setFault('none')
    await loseEvents()
    const { id } = await attemptOf(bad)
    const { findCharge } = sandbox
    Object.assign(sandbox, {
      findCharge: async (asked: { attemptId: string }) => {
        if (asked.attemptId === id) throw new Error('no luck with this one')
        return findCharge.call(sandbox, asked as Parameters<typeof findCharge>[0])
      },
    })
    expect(await compare()).toBe(false)
    expect([(await attemptOf(bad)).state, (await attemptOf(good)).state]).toEqual(['unknown', 'succeeded'])
    Object.assign(sandbox, { findCharge })
    expect(await compare()).toBe(true)
    expect((await attemptOf(bad)).state).toBe('succeeded')
  })

  test('takes in messages that never arrived', async () => {
    const { accountId } = await subscriber()
    const { ref } = await attemptOf(accountId)
    await sandboxOf(site).dashboard.dispute(ref, 1190)
    await loseWaitingEvents(site.db)
    await compare()
    await site.services.queue.drain()
    expect(await kinds()).toEqual(['dispute-open'])
    await forgetNotices()
  })

  test('reports unknown payments, once', async () => {
    const { accountId } = await subscriber()
    const { ref } = await attemptOf(accountId)
    await losePurchases(site.db, accountId)
    await compare()
    const difference = { kind: 'charge-unknown', ref, amountCents: 1190 }
    expect(await report()).toMatchObject({ outcome: 'differs', differences: [difference] })
    await compare()
    expect(await report()).toMatchObject({ outcome: 'differs', differences: [difference] })
    expect(await kinds()).toEqual(['charge-unknown'])
  })

  test('finds payments that a restored backup lacks, so that they are not charged twice', async () => {
    // the user of the previous test subscribes again, because their subscription was deleted
    const [known] = await noticesOf(site.db)
    const charge = (await sandboxCharges(site.db)).find(({ attemptId }) => attemptId === known?.attemptId)
    const browser = site.client()
    site.clock.advanceReal({ hours: 25 })
    await signIn(browser, `booked${people}@example.org`)
    const again = await subscribe(browser)
    expect(again.status).toBe(200)
    const taken = (await sandboxCharges(site.db)).filter(({ customer }) => customer === charge?.customer)
    expect(taken).toEqual([charge])
    await forgetNotices()
    await compare()
    expect(await report()).toMatchObject({ outcome: 'agrees' })
  })

  test('reports bookings that are missing at the provider', async () => {
    const { accountId } = await subscriber()
    const { ref } = await attemptOf(accountId)
    await changeSandboxCharge(site.db, ref, { state: 'cancelled' })
    await compare()
    expect(await report()).toMatchObject({
      differences: [{ kind: 'charge-missing', ref, amountCents: 1190 }],
    })
    await changeSandboxCharge(site.db, ref, { state: 'succeeded', cents: 1191 })
    await compare()
    expect(await report()).toMatchObject({ differences: [{ kind: 'amount-differs', ref }] })
    await changeSandboxCharge(site.db, ref, { cents: 1190 })
    await forgetNotices()
  })

  test('agrees on refunds of this site and of others, and reports missing ones', async () => {
    const { browser, accountId } = await subscriber()
    await browser.call(calls.refundSubscription)
    await compare()
    expect(await report()).toMatchObject({ outcome: 'agrees', refunds: 1 })
    await emptyTables(site.db, 'sandbox_refund')
    await compare()
    expect(await report()).toMatchObject({ differences: [{ kind: 'refund-missing', amountCents: 1190 }] })
    expect(await kinds()).toEqual(['refund-missing'])
    expect(await noticesOf(site.db)).toMatchObject([{ accountId }])
    await forgetNotices()
  })
})

describe('when they are compared', () => {
  const reports = async () => (await reconciliations(site.db)).map(({ outcome }) => outcome).reverse()

  test('is once a day, and an hour later if the provider was unreachable', async () => {
    await emptyTables(site.db, 'reconciliation')
    await reconcileDaily(site.services)
    site.clock.advanceReal({ hours: 22 })
    await reconcileDaily(site.services)
    expect(await reports()).toHaveLength(1)
    const sandbox = sandboxOf(site)
    const { movementsSince } = sandbox
    Object.assign(sandbox, { movementsSince: async () => ({ kind: 'unknown', reason: 'it is away' }) })
    site.clock.advanceReal({ hours: 1 })
    await reconcileDaily(site.services)
    await reconcileDaily(site.services)
    Object.assign(sandbox, { movementsSince })
    await reconcileDaily(site.services)
    expect((await reports()).slice(1)).toEqual(['unreachable', expect.stringMatching(/agrees|differs/)])
  })

  test('says in a line, without a stack, that the provider is away', async () => {
    const lines: string[] = []
    const log = createLog('warn', { write: (line) => void lines.push(line) })
    const sandbox = sandboxOf(site)
    const { eventsSince } = sandbox
    Object.assign(sandbox, { eventsSince: async () => ({ kind: 'unknown', reason: 'it is away' }) })
    await emptyTables(site.db, 'reconciliation')
    await reconcileDaily({ ...site.services, log })
    Object.assign(sandbox, { eventsSince })
    expect(lines.map((line) => JSON.parse(line).err)).toEqual([
      { name: 'Unavailable', message: 'it is away' },
      { name: 'Unavailable', message: 'its books could not be compared' },
    ])
  })

  test('is before the first renewal of a process, which waits for it', async () => {
    const other = await createTestApp({ settings: { RATE_LIMITS: '100000', TRIAL_DAYS: '0' } })
    const browser = await accountHolder(other, 'early@example.org')
    await subscribe(browser)
    const sandbox = sandboxOf(other)
    const { eventsSince } = sandbox
    Object.assign(sandbox, { eventsSince: async () => ({ kind: 'unknown', reason: 'it is away' }) })
    other.clock.advanceBusiness({ days: 32 })
    const charges = () => sandboxCharges(other.db)
    await recoverCharges(other.services)
    await runDueSubscriptions(other.services)
    expect(await charges()).toHaveLength(1)
    Object.assign(sandbox, { eventsSince })
    await runDueSubscriptions(other.services)
    expect(await charges()).toHaveLength(2)
    await other.close()
  })

  test('a clock that jumped far ahead charges one period, not all in between', async () => {
    const other = await createTestApp({ settings: { RATE_LIMITS: '100000', TRIAL_DAYS: '0' } })
    await subscribe(await accountHolder(other, 'jumped@example.org'))
    other.clock.advance({ days: 400 })
    for (let minute = 0; minute < 3; minute += 1) await runDueSubscriptions(other.services)
    const charges = await sandboxCharges(other.db)
    expect(charges).toHaveLength(2)
    await other.close()
  })
})
