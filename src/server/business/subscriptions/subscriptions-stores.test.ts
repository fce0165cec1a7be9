import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SubscriptionState } from '#domain/billing/state.ts'
import {
  forgetImmediateStart,
  immediateStartAsked,
  noteImmediateStart,
} from '#server/books/billing/immediate-start.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { systemRandom } from '#server/platform/runtime/random.ts'
import { testDatabase } from '#support/database.ts'
import { storeOwners } from '#support/stored/people.ts'
import { allRows, emptyTables, storeRows } from '#support/stored/rows.ts'
import { storeSubscription } from '#support/stored/subscriptions.ts'
import { createTestClock } from '#support/test-clock.ts'
import { expiryOfCard, subscriptionsToRemind, writtenMails } from './reminder.store.ts'

/** Two accounts. */
let ids: string[]
const database = testDatabase()
beforeEach(async () => {
  await emptyTables(database.db, 'immediate_start', 'mail', 'payment_method', 'account')
  const people = ['ada', 'bob'].map((name) => ({ name, email: `${name}@example.org` }))
  ids = await storeOwners(database.db, people, now)
})

const now = new Date('2026-11-21T10:00:00Z')
const inDays = (days: number, milliseconds = 0) => new Date(now.getTime() + days * 86_400_000 + milliseconds)
const month = { value: 1, unit: 'm' } as const

type Card = {
  readonly account?: 0 | 1
  readonly provider?: string
  readonly ref?: string
  readonly expires?: string
}

/** A card of the first account that is good for years, unless it is another. */
async function storeCard({ account = 0, provider = 'sandbox', ref = 'pm', expires = '2031-09' }: Card) {
  const card = { provider, ref, mode: 'test', brand: 'visa', last4: '4242', expires } as const
  const times = { created_at: now, detach_at: null, detached_at: null }
  await storeRows(database.db, 'payment_method', { ...card, ...times, account_id: ids[account] ?? '' })
}

type Stored = Partial<SubscriptionState> & Pick<Parameters<typeof storeSubscription>[2], 'status' | 'until'>

const monthly: Stored = { status: 'active', until: inDays(3), interval: month, method: 'pm' }
const declined: SubscriptionState['openCharge'] = {
  state: 'declined',
  decline: 'soft',
  attempts: 1,
  firstDeclinedAt: now,
  lastDeclinedAt: now,
  key: 'period-2',
  amount: { netCents: 1000, vatBasisPoints: 1900, vatCents: 190, grossCents: 1190 },
  dueCents: 1190,
  // what else it was to pay for says nothing about a reminder
  purpose: { kind: 'period', starts: 'at-until' } as never,
}

describe('subscriptions with possible reminders', () => {
  test.each<[string, Partial<Stored>, boolean]>([
    ['a monthly one that is renewed in three days with a good card', {}, false],
    ['a trial that ends now', { status: 'trial', until: now }, true],
    ['a trial that ended before', { status: 'trial', until: inDays(0, -1) }, false],
    ['a trial that ends in two weeks', { status: 'trial', until: inDays(14) }, true],
    ['a trial that ends after two weeks', { status: 'trial', until: inDays(14, 1) }, false],
    [
      'a yearly one that is renewed in 30 days',
      { until: inDays(30), interval: { value: 1, unit: 'y' } },
      true,
    ],
    [
      'a yearly one that is renewed after 30 days',
      { until: inDays(30, 1), interval: { value: 1, unit: 'y' } },
      false,
    ],
    ['one that is to be yearly', { nextInterval: { value: 1, unit: 'y' } }, true],
    ['one of three months', { interval: { value: 3, unit: 'm' } }, true],
    ['one of two months', { interval: { value: 2, unit: 'm' } }, false],
    ['one of 30 days', { interval: { value: 30, unit: 'd' } }, false],
    ['one that is to be of three months', { nextInterval: { value: 3, unit: 'm' } }, true],
    [
      'one of three months that is to be monthly',
      { interval: { value: 3, unit: 'm' }, nextInterval: month },
      false,
    ],
    ['one whose renewal was declined', { until: inDays(99), openCharge: declined }, true],
    ['one with an included user', { until: inDays(99), includedLicenses: 1 }, true],
    ['one that is cancelled', { status: 'cancelled', includedLicenses: 1 }, false],
  ])('%s', async (_, change, isTold) => {
    const [ada = ''] = ids
    await storeCard({})
    await storeSubscription(database.db, ada, { ...monthly, ...change })
    const told = await subscriptionsToRemind(database.db, now)
    expect(told.map(({ account_id, expires }) => [account_id, expires])).toEqual(
      isTold ? [[ada, '2031-09']] : [],
    )
  })

  // it ends on 30 November in London and Berlin, and on 1 December in Auckland
  test.each<[string, readonly Card[], Date, boolean]>([
    ['expires in the month before the end', [{ expires: '2026-11' }], inDays(9.5), true],
    ['expires in the month of the end', [{ expires: '2026-12' }], inDays(9.5), false],
    ['expires and is needed after two weeks', [{ expires: '2026-11' }], inDays(14, 1), false],
    ['expires and is not the one that pays', [{}, { ref: 'old', expires: '2026-11' }], inDays(9.5), false],
    [
      'expires and is of somebody else by the same name',
      [{}, { account: 1, provider: 'stripe', expires: '2026-11' }],
      inDays(9.5),
      false,
    ],
  ])('one with a card that %s', async (_, cards, until, isTold) => {
    const [ada = ''] = ids
    for (const card of cards) await storeCard(card)
    await storeSubscription(database.db, ada, { ...monthly, until })
    const told = await subscriptionsToRemind(database.db, now)
    expect(told.map(({ account_id: id }) => id)).toEqual(isTold ? [ada] : [])
  })
})

test('a mail that was written is known by its key', async () => {
  const mail = {
    template: 'renewal',
    recipient: 'ada@example.org',
    subject: '',
    text_body: '',
    html_body: '',
  }
  const times = { created_at: now, next_attempt_at: now }
  await storeRows(
    database.db,
    'mail',
    ...['first', 'second'].map((key) => ({ ...mail, ...times, id: randomUUID(), effect_key: key })),
  )
  expect(await writtenMails(database.db, ['first', 'third'])).toEqual(new Set(['first']))
})

test("the month of a card is that of the account's own", async () => {
  await storeCard({ account: 1, provider: 'stripe', expires: '2027-01' })
  await storeCard({ ref: 'old', expires: '2027-02' })
  const expiry = () => inTransaction(database.db, (trx) => expiryOfCard(trx, ids[0] ?? '', 'pm'))
  expect(await expiry()).toBeUndefined()
  await storeCard({ expires: '2027-03' })
  expect(await expiry()).toBe('2027-03')
})

test('a wish to start at once is noted with the price that was shown, and forgotten alone', async () => {
  const [ada = ''] = ids
  const services = { clock: createTestClock(now), random: systemRandom }
  const note = (shownGrossCents?: number) =>
    inTransaction(database.db, (trx) =>
      noteImmediateStart(trx, services, ada, { interval: { value: 3, unit: 'm' }, shownGrossCents }),
    )
  const [shown, silent] = [await note(1190), await note()]
  const kept = { account_id: ada, asked_at: now, interval_value: 3, interval_unit: 'm' }
  const rows = () => allRows(database.db, 'immediate_start')
  const stored = await rows()
  expect(stored).toHaveLength(2)
  expect(stored).toContainEqual({ ...kept, id: shown, gross_cents: 1190 })
  expect(stored).toContainEqual({ ...kept, id: silent, gross_cents: null })
  await forgetImmediateStart(database.db, silent)
  expect(await rows()).toEqual([{ ...kept, id: shown, gross_cents: 1190 }])
})

test('the last order of an interval by which an account asked for access at once is found, if it is recent', async () => {
  const [ada = '', bob = ''] = ids
  const asked = (account_id: string, asked_at: Date, more: { value?: number; unit?: 'm' | 'y' } = {}) =>
    storeRows(database.db, 'immediate_start', {
      id: systemRandom.id(),
      account_id,
      asked_at,
      interval_value: more.value ?? 1,
      interval_unit: more.unit ?? 'm',
      gross_cents: null,
    })
  const last = () => immediateStartAsked(database.db, { accountId: ada, interval: month, since: now })
  await asked(ada, inDays(0, -1))
  await asked(ada, inDays(9), { value: 3 })
  await asked(ada, inDays(9), { unit: 'y' })
  await asked(bob, inDays(9))
  expect(await last()).toBeUndefined()
  await asked(ada, now)
  expect(await last()).toEqual(now)
  await asked(ada, inDays(2))
  await asked(ada, inDays(1))
  expect(await last()).toEqual(inDays(2))
})
