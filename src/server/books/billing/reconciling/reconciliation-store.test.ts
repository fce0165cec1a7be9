import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#support/database.ts'
import { reconciliations } from '#support/stored/money.ts'
import { emptyTables, storeRows } from '#support/stored/rows.ts'
import { someAttempt, someCharge, someRefund } from '#support/stored/some-rows.ts'
import { keepReport, lastReport, type Report, returnedSince, takenSince } from './reconciliation.store.ts'

const database = testDatabase()
beforeEach(() => emptyTables(database.db, 'reconciliation', 'refund', 'charge_attempt', 'charge'))

const now = new Date('2026-11-21T10:00:00Z')
const before = new Date(now.getTime() - 1)
const ada = randomUUID()
const stripe = { name: 'stripe', mode: 'live' } as const

describe('a comparison of the books', () => {
  const report = (of: Partial<Report>): Report => ({
    provider: 'stripe',
    since: before,
    ranAt: now,
    outcome: 'agrees',
    charges: 2,
    refunds: 1,
    settled: 0,
    differences: [],
    ...of,
  })

  test('is stored with its result', async () => {
    const differences = [{ kind: 'charge-missing', ref: 'pi', amountCents: 1190 }]
    await keepReport(database.db, report({ outcome: 'differs', differences, settled: 3 }))
    expect(await reconciliations(database.db)).toMatchObject([
      {
        provider: 'stripe',
        since: before,
        ran_at: now,
        outcome: 'differs',
        charges: 2,
        refunds: 1,
        settled: 3,
        differences,
      },
    ])
  })

  test('is the last one of its provider, by the time of recording', async () => {
    const last = () => lastReport(database.db, 'stripe')
    expect(await last()).toBeUndefined()
    await keepReport(database.db, report({ outcome: 'unreachable' }))
    await keepReport(database.db, report({ outcome: 'differs' }))
    await keepReport(database.db, report({ ranAt: before }))
    await keepReport(database.db, report({ provider: 'sandbox', ranAt: new Date(now.getTime() + 1) }))
    expect(await last()).toEqual({ ran_at: now, outcome: 'differs' })
  })
})

type Case = [
  name: string,
  isFound: boolean,
  attempt: Partial<Parameters<typeof someAttempt>[0]>,
  refund?: Partial<Parameters<typeof someRefund>[0]>,
]

/** An attempt and a refund of it at the provider, with its keys of today, at the time from which on they are asked for. */
async function store([, , attempt, refund]: Case) {
  const charge = someCharge({ account_id: ada })
  const params = JSON.stringify({ customer: 'cus' })
  const made = someAttempt({
    charge_id: charge.id,
    provider: 'stripe',
    mode: 'live',
    params,
    provider_ref: 'pi',
    ...attempt,
  })
  const returned = someRefund({ charge_id: charge.id, attempt_id: made.id, provider_ref: 're', ...refund })
  await storeRows(database.db, 'charge', charge)
  await storeRows(database.db, 'charge_attempt', made)
  await storeRows(database.db, 'refund', returned)
  return [made.id, returned.id] as const
}

test.each<Case>([
  ['what was taken at that time', true, {}],
  ['what was taken before', false, { first_sent_at: before }],
  ['what was declined', false, { state: 'declined' }],
  ['what was taken elsewhere', false, { provider: 'sandbox' }],
  ['what was taken with other keys', false, { mode: 'test' }],
  ['what was taken with keys that nobody noted', true, { mode: 'unknown' }],
])('%s is compared: %s', async (...of) => {
  const [id] = await store(of)
  const found = { id, ref: 'pi', amountCents: 1190, accountId: ada, customer: 'cus', sentAt: now }
  expect(await takenSince(database.db, stripe, now)).toEqual(of[1] ? [found] : [])
})

test.each<Case>([
  ['what was given back at that time', true, {}],
  ['what was given back before', false, {}, { last_sent_at: before }],
  ['what could not be given back', false, {}, { state: 'failed' }],
  ['what was given back elsewhere', false, { provider: 'sandbox' }],
  ['what was given back with other keys', false, { mode: 'test' }],
  ['what was given back with keys that nobody noted', true, { mode: 'unknown' }],
])('%s is compared: %s', async (...of) => {
  const [, id] = await store(of)
  const found = { id, ref: 're', amountCents: 119, accountId: ada }
  expect(await returnedSince(database.db, stripe, now)).toEqual(of[1] ? [found] : [])
})
