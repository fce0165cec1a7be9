import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { dayIn } from '#domain/zone-days.ts'
import { deleteHistory } from '#server/books/billing/subscription-level.store.ts'
import { purgeAccount } from '#server/business/own-data/purge-account.ts'
import { sumMoneyDays } from '#server/business/reports/sum-money-days.ts'
import { deleteSetting, readSetting, writeSetting } from '#server/platform/database/setting.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { signedInAdmin } from '#support/admin.ts'
import { addPeople, passDays, payingOwner, removePeople, sessionOf } from '#support/paying-team.ts'
import { allRows } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })
const year = { from: '2026-01-01', to: '2027-12-31' }

test('a sale, more seats, fewer, a refund and a deletion are in the report and lead to their rows', async () => {
  const admin = await signedInAdmin(site)
  const before = (await admin.call(calls.moneyReport, { query: { ...year, by: 'year' } })).body.rows
  expect(before.map(({ netCents, monthlyCents }) => [netCents, monthlyCents])).toEqual([
    [0, 0],
    [0, 0],
  ])
  const owner = await payingOwner(site, 'ada@example.org')
  const { account } = await sessionOf(owner)
  await addPeople(owner, 'grace@example.org', 'mary@example.org')
  await removePeople(owner, 1)
  const { body } = await admin.call(calls.moneyReport, { query: { ...year, by: 'month' } })
  expect(body).toMatchObject({ zone: 'Europe/Berlin', since: null })
  expect(body.rows).toHaveLength(24)
  expect(body.rows.find(({ day }) => day === '2026-12-01')).toMatchObject({
    // what is left of the first period is charged and credited
    invoicedCents: 2970,
    creditedCents: 985,
    netCents: 1985,
    vatCents: 377,
    receivedCents: 3534,
    refundedCents: 0,
    bridge: { start: 0, new: 1000, more: 2000, fewer: -1000, price: 0, lost: 0, free: 0 },
    monthlyCents: 2000,
    accounts: 1,
    seats: 2,
    newAccounts: 1,
    churn: null,
  })
  const changes = (query: object) => admin.call(calls.moneyChanges, { query: { ...year, ...query } })
  const more = (await changes({ step: 'more' })).body
  expect(more.count).toBe(1)
  expect(more.changes[0]).toMatchObject({
    account: { id: account.id },
    monthlyChange: 2000,
    paidSeats: 3,
    seatsChange: 2,
  })
  // trial, its end, new, more, fewer: newest first
  const all = (await changes({})).body.changes.filter((change) => change.account?.id === account.id)
  expect(all.map(({ step, phase }) => `${step} ${phase}`)).toEqual([
    'fewer paid',
    'more paid',
    'new paid',
    'free over',
    'free trial',
  ])

  await passDays(site, 3)
  await owner.call(calls.refundSubscription)
  const refunded = (await admin.call(calls.moneyReport, { query: { ...year, by: 'month' } })).body.rows
  expect(refunded.find(({ day }) => day === '2026-12-01')).toMatchObject({
    netCents: 0,
    refundedCents: 3534,
    bridge: { lost: -2000 },
    monthlyCents: 0,
    accounts: 0,
    seats: 0,
    lostAccounts: 1,
  })
})

test('a deleted account leaves the sums unchanged, and no trace of itself', async () => {
  const admin = await signedInAdmin(site)
  const owner = await payingOwner(site, 'edsger@example.org')
  const { account } = await sessionOf(owner)
  const report = async () =>
    (await admin.call(calls.moneyReport, { query: { ...year, by: 'year' } })).body.rows
  const before = (await report()).at(0)
  await inTransaction(site.db, (trx) => purgeAccount(trx, site.services, account.id))
  const after = (await report()).at(0)
  expect(after?.accounts).toBe(Number(before?.accounts) - 1)
  expect(after?.bridge.new).toBe(before?.bridge.new)
  expect(after?.bridge.lost).toBe(Number(before?.bridge.lost) - 1000)
  const { changes } = (await admin.call(calls.moneyChanges, { query: { ...year, step: 'lost' } })).body
  expect(changes[0]).toMatchObject({ account: null, monthlyChange: -1000 })
})

test('a report of more than 400 rows is refused, and the file has the same rows', async () => {
  const admin = await signedInAdmin(site)
  const ask = (query: typeof year & { by: 'day' | 'month' | 'year' }) =>
    admin.call(calls.moneyReport, { query })
  expect((await ask({ ...year, by: 'day' })).status).toBe(422)
  expect((await ask({ from: '0001-01-01', to: '9999-12-31', by: 'year' })).status).toBe(422)
  const days = { from: '2026-12-01', to: '2026-12-31' }
  const { rows } = (await ask({ ...days, by: 'day' })).body
  const { text, headers } = await admin.call(calls.moneyReportCsv, { query: { ...days, by: 'day' } })
  expect(headers['content-disposition']).toBe('attachment; filename="money-2026-12-01-2026-12-31.csv"')
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(1 + rows.length)
  const sale = rows.find(({ netCents }) => netCents !== 0)
  expect(lines.find((line) => line.startsWith(`${sale?.day},`))).toContain(
    `,${Number(sale?.netCents) / 100},${Number(sale?.vatCents) / 100},`,
  )
})

test('trials and cohorts lead to their rows, and their file has the same numbers', async () => {
  const admin = await signedInAdmin(site)
  const owner = await payingOwner(site, 'barbara@example.org')
  const { account } = await sessionOf(owner)
  const { cohorts } = (await admin.call(calls.cohorts, { query: year })).body
  const month = cohorts.at(-1)
  // no month begins after today, though the period goes on
  const today = site.clock.now().toISOString().slice(0, 7)
  expect(month?.month).toBe(`${today}-01`)
  expect(month?.kept).toHaveLength(1)
  const count = async (step: 'trial-ended' | 'trial-paid' | 'first' | 'kept') => {
    const query = { from: `${today}-01`, to: `${today}-31`, step }
    return (await admin.call(calls.moneyChanges, { query })).body
  }
  expect((await count('trial-ended')).count).toBe(month?.trialsEnded)
  expect((await count('trial-paid')).count).toBe(month?.trialsPaid)
  expect((await count('first')).count).toBe(month?.started)
  const kept = await count('kept')
  expect(kept.count).toBe(month?.kept[0])
  expect(kept.changes.map((change) => change.account?.id)).toContain(account.id)
  const { text } = await admin.call(calls.cohortsCsv, { query: year })
  expect(text.trim().split('\r\n')).toHaveLength(1 + cohorts.length)
  expect(text).toContain(
    `${month?.month},${month?.trialsEnded},${month?.trialsPaid},${month?.started},${month?.kept[0]}`,
  )
  // somebody who paid already when the history began, left and returned, has no known month
  const unknown = { account_id: randomUUID(), at: site.clock.now(), monthly_cents: 500, free_seats: 0 }
  const level = (
    step: 'start' | 'lost' | 'new',
    phase: 'paid' | 'over',
    before: 'none' | 'paid' | 'over',
  ) => ({
    ...unknown,
    step,
    phase,
    phase_before: before,
    monthly_change: 0,
    paid_seats: 1,
    seats_change: 0,
  })
  await site.db
    .insertInto('subscription_level')
    .values([level('start', 'paid', 'none'), level('lost', 'over', 'paid'), level('new', 'paid', 'over')])
    .execute()
  expect((await admin.call(calls.cohorts, { query: year })).body.cohorts.at(-1)).toEqual(month)
  expect((await count('first')).count).toBe(month?.started)
  expect((await count('kept')).count).toBe(month?.kept[0])
  const centuries = { from: '0001-01-01', to: '9999-12-31' }
  expect((await admin.call(calls.cohorts, { query: centuries })).status).toBe(422)
})

test('stored sums of days change no number, stand for days that are over alone, and follow an undone import', async () => {
  const admin = await signedInAdmin(site)
  const owner = await payingOwner(site, 'alan@example.org')
  const { account } = await sessionOf(owner)
  site.clock.advanceBusiness({ days: 3 })
  const day = { from: '2026-12-01', to: '2027-06-30', by: 'day' } as const
  const report = async () => [
    (await admin.call(calls.moneyReport, { query: day })).body.rows,
    (await admin.call(calls.moneyReport, { query: { ...year, by: 'month' } })).body.rows,
    (await admin.call(calls.findInvoices, { body: { query: '', page: 0 } })).body.count,
    (await admin.call(calls.today)).body.month,
  ]
  const forget = () => inTransaction(site.db, (trx) => deleteHistory(trx, [account.id]))
  await deleteSetting(site.db, 'money-days')
  const before = await report()
  expect(await sumMoneyDays(site.services)).toBe('done')
  expect(await report()).toEqual(before)
  const today = dayIn(site.clock.now(), 'Europe/Berlin')
  expect((await readSetting(site.db, 'money-days')) as object).toEqual({
    until: dayIn(new Date(site.clock.now().getTime() - 2 * 86_400_000), 'Europe/Berlin'),
    zone: 'Europe/Berlin',
  })
  expect((await allRows(site.db, 'money_day')).filter((row) => row.day >= today)).toEqual([])
  // they are read, and not added twice
  await sumMoneyDays(site.services)
  expect(await report()).toEqual(before)
  const falsify = () =>
    site.db
      .updateTable('money_day')
      .set({ count: 1_000, sums: sql`array[100000, 0, 0]` })
      .where('kind', '=', 'sales')
      .execute()
  await falsify()
  expect(await report()).not.toEqual(before)
  // an account that never was a customer leaves its sums
  await forget()
  const after = await report()
  expect(after[1]).not.toEqual(before[1])
  await sumMoneyDays(site.services)
  expect(await report()).toEqual(after)
  // days of another zone are other days
  await falsify()
  await writeSetting(site.db, 'money-days', { until: today, zone: 'America/New_York' })
  expect(await report()).toEqual(after)
})
