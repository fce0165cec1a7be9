import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { postponeEvent } from '#server/books/billing/events/payment-event.store.ts'
import { receiveEvent } from '#server/books/billing/events/receive-event.ts'
import { workThroughEvents } from '#server/books/billing/events/work-through-events.ts'
import { noteForOperator } from '#server/books/billing/payment-notice.store.ts'
import { keepReport } from '#server/books/billing/reconciling/reconciliation.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { auditOf, testAdmin, theAdmin } from '#support/admin.ts'
import { sessionOf } from '#support/paying-team.ts'
import { attemptsOf, loseWaitingEvents, waitingEvents } from '#support/stored/money.ts'
import { allRows } from '#support/stored/rows.ts'
import { storedSubscription } from '#support/stored/subscriptions.ts'
import { accountHolder, sandboxOf, subscribe } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000', TRIAL_DAYS: '0' } })
const { password } = theAdmin
const strongAuthentication = '4000002760003184'

const admin = testAdmin(site)

const open = async () => {
  const { status, body } = await admin.call(calls.openPayments)
  expect(status).toBe(200)
  return body
}
const stateOf = async (accountId: string) => (await attemptsOf(site.db, accountId)).map(({ state }) => state)
const newest = async () => (await auditOf(site)).at(-1)

/** Somebody whose first charge waits for their bank. */
async function waiting(email: string) {
  const browser = await accountHolder(site, email)
  await subscribe(browser, strongAuthentication)
  site.clock.advance({ minutes: 3 })
  const { account } = await sessionOf(browser)
  const [attempt] = await attemptsOf(site.db, account.id)
  return { accountId: account.id, id: attempt?.id ?? '' }
}

test('a charge in doubt is listed, asked about, and given up: it takes no money any more', async () => {
  expect(await open()).toMatchObject({ charges: { count: 0, items: [] } })
  const { accountId, id } = await waiting('waits@open.example')
  expect((await open()).charges).toMatchObject({
    count: 1,
    items: [
      { id, of: { kind: 'account', id: accountId }, cents: 1190, state: 'needs-action', mayGiveUp: true },
    ],
  })
  expect((await admin.call(calls.askAboutCharge, { body: { id, password } })).status).toBe(200)
  expect(await stateOf(accountId)).toEqual(['needs-action'])
  expect(await newest()).toMatchObject({ action: 'charge-asked', target: accountId })
  expect((await admin.call(calls.giveUpCharge, { body: { id, password } })).status).toBe(200)
  expect(await stateOf(accountId)).toEqual(['abandoned'])
  expect(await newest()).toMatchObject({ action: 'charge-given-up', target: accountId })
  expect((await open()).charges.count).toBe(0)
  for (const call of [calls.askAboutCharge, calls.giveUpCharge])
    expect((await admin.call(call, { body: { id, password } })).problem?.code).toBe('charge-settled')
})

test('an answer that was lost is there after it was asked for', async () => {
  const browser = await accountHolder(site, 'lost@open.example')
  const sandbox = sandboxOf(site)
  await sandbox.setFault('charge-then-hang')
  await subscribe(browser)
  await sandbox.setFault('none')
  site.clock.advance({ minutes: 3 })
  const { account } = await sessionOf(browser)
  const [{ id } = { id: '' }] = await attemptsOf(site.db, account.id)
  expect((await open()).charges.items).toMatchObject([{ id, state: 'unknown', ref: null, mayGiveUp: false }])
  const early = await admin.call(calls.giveUpCharge, { body: { id, password } })
  expect(early.problem?.code).toBe('charge-unanswered')
  expect((await admin.call(calls.askAboutCharge, { body: { id, password } })).status).toBe(200)
  expect(await stateOf(account.id)).toEqual(['succeeded'])
  expect((await storedSubscription(site.db, account.id)).status).toBe('active')
})

test('a charge that was paid before it is given up counts as paid', async () => {
  const { accountId, id } = await waiting('pays@open.example')
  const attempt = (await allRows(site.db, 'charge_attempt')).find((row) => row.id === id)
  await sandboxOf(site).answerBank(attempt?.client_secret ?? '', true)
  // the provider's message about it does not arrive
  await loseWaitingEvents(site.db)
  expect(await stateOf(accountId)).toEqual(['needs-action'])
  expect((await admin.call(calls.giveUpCharge, { body: { id, password } })).status).toBe(200)
  expect(await stateOf(accountId)).toEqual(['succeeded'])
  expect((await storedSubscription(site.db, accountId)).status).toBe('active')
})

test('an unknown charge is not found', async () => {
  const body = { id: site.services.random.id(), password }
  for (const call of [calls.askAboutCharge, calls.giveUpCharge])
    expect((await admin.call(call, { body })).problem?.code).toBe('not-found')
})

test('disputes stand in the order of their deadlines, with their place at the provider, until they are decided', async () => {
  const browser = await accountHolder(site, 'disputes@open.example')
  const { account } = await sessionOf(browser)
  const note = (kind: 'dispute-open' | 'dispute-lost', ref: string, dueAt?: Date) =>
    inTransaction(site.db, (trx) =>
      noteForOperator(trx, site.services, {
        kind,
        effectKey: `${kind} ${ref}`,
        accountId: account.id,
        provider: 'stripe',
        ref,
        amountCents: 1190,
        dueAt,
      }),
    )
  await note('dispute-open', 'dp_none')
  await note('dispute-open', 'dp_later', new Date('2027-02-02T23:59:59Z'))
  await note('dispute-open', 'dp_soon', new Date('2027-02-01T23:59:59Z'))
  const { disputes } = await open()
  expect(disputes.items.map(({ ref, dueAt }) => [ref, dueAt])).toEqual([
    ['dp_soon', '2027-02-01T23:59:59.000Z'],
    ['dp_later', '2027-02-02T23:59:59.000Z'],
    ['dp_none', null],
  ])
  expect(disputes.items[0]).toMatchObject({
    of: { kind: 'account', id: account.id },
    cents: 1190,
    url: 'https://dashboard.stripe.com/disputes/dp_soon',
  })
  await note('dispute-lost', 'dp_soon')
  expect((await open()).disputes.count).toBe(2)
})

test('the last reconciliation of each provider stands with its differences', async () => {
  const report = { provider: 'stripe', since: site.clock.real(), charges: 4, refunds: 1, settled: 0 }
  const difference = { kind: 'charge-missing', ref: 'pi_1', amountCents: 1190 }
  const at = (minutes: number) => new Date(site.clock.real().getTime() + minutes * 60_000)
  await keepReport(site.db, { ...report, ranAt: at(0), outcome: 'agrees', differences: [] })
  await keepReport(site.db, { ...report, ranAt: at(1), outcome: 'differs', differences: [difference] })
  const { comparisons } = await open()
  expect(comparisons.find(({ provider }) => provider === 'stripe')).toMatchObject({
    outcome: 'differs',
    charges: 4,
    differences: [{ kind: 'charge-missing', ref: 'pi_1', cents: 1190 }],
  })
})

test('a message of a provider that failed is worked through again at once', async () => {
  const real = site.clock.real()
  const event = {
    id: 'evt_open',
    type: 'test',
    createdAt: real,
    about: { kind: 'card', ref: 'pm_x' },
  } as const
  await receiveEvent(site.services, 'sandbox', event)
  const id = 'sandbox evt_open'
  const body = { id, password }
  expect((await admin.call(calls.repeatEvent, { body })).problem?.code).toBe('not-found')
  const until = new Date(real.getTime() + 3_600_000)
  await postponeEvent(site.db, { id, error: 'Error: out of order', until })
  expect((await open()).events).toMatchObject({
    count: 1,
    items: [{ id, provider: 'sandbox', error: 'Error: out of order', nextAt: until.toISOString() }],
  })
  expect((await admin.call(calls.repeatEvent, { body })).status).toBe(200)
  expect(await newest()).toMatchObject({ action: 'event-repeated', target: id })
  expect((await open()).events.items[0]?.nextAt).toBe(site.clock.real().toISOString())
  await workThroughEvents(site.services)
  expect(await waitingEvents(site.db)).not.toContain(id)
  expect((await open()).events.count).toBe(0)
})

test('the password is asked for once the last proof of identity is five minutes old, for giving up always', async () => {
  const { id } = await waiting('late@open.example')
  expect((await admin.call(calls.giveUpCharge, { body: { id } as never })).problem?.code).toBe('invalid')
  site.clock.advanceReal({ minutes: 6 })
  admin.forgetCsrfToken()
  const asked = await admin.call(calls.askAboutCharge, { body: { id } })
  expect(asked.problem?.code).toBe('password-required')
  const repeated = await admin.call(calls.repeatEvent, { body: { id: 'sandbox evt_none' } })
  expect(repeated.problem?.code).toBe('password-required')
  expect((await admin.call(calls.askAboutCharge, { body: { id, password } })).status).toBe(200)
  expect((await admin.call(calls.askAboutCharge, { body: { id } })).status).toBe(200)
})
