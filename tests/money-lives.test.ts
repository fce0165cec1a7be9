import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Decision } from '#domain/billing/decision.ts'
import { correctsInvoice } from '#domain/billing/ledger.ts'
import type { SubscriptionState } from '#domain/billing/state.ts'
import { cohortsOf } from '#domain/reports/cohorts.ts'
import { comingKinds, comingRenewals, forecastDays } from '#domain/reports/coming-renewals.ts'
import { type MoneyRow, moneyReport } from '#domain/reports/money-report.ts'
import { levelOf } from '#domain/reports/subscription-level.ts'
import { dayIn } from '#domain/zone-days.ts'
import { book } from '#server/books/billing/charging/ledger.store.ts'
import { recordLevel } from '#server/books/billing/subscription-level.store.ts'
import { insertInvoice } from '#server/books/invoices/invoice.store.ts'
import { cohortSums, trialSums } from '#server/business/reports/cohorts.store.ts'
import { comingPage, comingSums, storeForecasts } from '#server/business/reports/coming-renewals.store.ts'
import { broughtByCoupons, couponSales } from '#server/business/reports/coupon-sales.store.ts'
import { levelChanges } from '#server/business/reports/level-changes.store.ts'
import { boundsOf, storeMoneyDays } from '#server/business/reports/money-days.store.ts'
import { levelsByPeriod, paidByPeriod, salesByPeriod } from '#server/business/reports/money-report.store.ts'
import { deleteSetting } from '#server/platform/database/setting.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { billedByMachine } from '#support/billed-by-machine.ts'
import { graceDays, type Life, makeLife, zone } from '#support/billing-life.ts'
import { billedByHand, type HandComing, type HandReport, noonOf, startOf } from '#support/billing-oracle.ts'
import { testDatabase } from '#support/database.ts'
import { rounds } from '#support/rounds.ts'
import { emptyTables } from '#support/stored/rows.ts'

const days = 400
const database = testDatabase()
const dayOf = (day: number) => dayIn(new Date(noonOf(day)), zone)
beforeEach(async () => {
  await emptyTables(
    database.db,
    ...(['invoice', 'ledger_entry', 'subscription_level', 'coupon_use', 'coupon', 'coming_renewal'] as const),
  )
  await deleteSetting(database.db, 'money-days')
})

type Writes = Parameters<Parameters<typeof inTransaction>[1]>[0]

/** What a life comes to: its account, and its states with the moments from which on they are. */
type Lived = { readonly accountId: string; readonly states: { now: Date; state: SubscriptionState }[] }

/** Stores what a life comes to in the rows that the site would write. */
async function live(life: Life): Promise<Lived> {
  const accountId = randomUUID()
  const states: Lived['states'] = []
  const writes: ((trx: Writes) => Promise<unknown>)[] = []
  const numbers = new Map<string, string>()
  let count = 0
  const document = (
    { key, amount }: { key: string; amount: { netCents: number; vatCents: number } },
    sign: 1 | -1,
    now: Date,
  ) => {
    const number = `${accountId} ${++count}`
    const corrects = sign === 1 ? null : (numbers.get(key) ?? null)
    if (sign === 1) numbers.set(key, number)
    const kind = sign === 1 ? 'invoice' : 'credit-note'
    const [netCents, vatCents] = [sign * amount.netCents, sign * amount.vatCents]
    writes.push((trx) =>
      insertInvoice(trx, {
        id: randomUUID(),
        number,
        kind,
        accountId,
        chargeId: null,
        corrects,
        issuedOn: dayIn(now, zone),
        netCents,
        vatCents,
        grossCents: netCents + vatCents,
        facts: {},
        effectKey: number,
        now,
      }),
    )
  }
  const moved = (event: Parameters<typeof book>[1], now: Date) => {
    const subject = `${accountId} ${++count}`
    writes.push((trx) => book(trx, event, { accountId, chargeId: null, subject, at: now }))
  }
  const issue = ({ bill, refunds = [], credits = [] }: Extract<Decision, { ok: true }>, now: Date) => {
    if (bill) document(bill, 1, now)
    for (const credit of credits) document(credit, -1, now)
    for (const { key, amount, alsoCents, reason } of refunds) {
      if (correctsInvoice(reason) && amount.grossCents > 0) document({ key, amount }, -1, now)
      moved(
        { kind: 'returned', amount: { grossCents: amount.grossCents + alsoCents }, creditedCents: 0 },
        now,
      )
    }
  }
  billedByMachine(life, {
    paid: (grossCents, now) => moved({ kind: 'paid', amount: { grossCents } }, now),
    decided: (state, decision, now, event) => {
      const { bill } = decision
      const code = bill?.purpose.kind === 'period' ? bill.purpose.plan.coupon?.code : undefined
      if (code !== undefined) writes.push((trx) => redeem(trx, { accountId, code, now, again: false }))
      if (event.type === 'redeem-coupon')
        writes.push((trx) => redeem(trx, { accountId, code: 'COUPON', now, again: true }))
      issue(decision, now)
      states.push({ now, state: decision.next })
      const change = { accountId, before: levelOf(state), after: levelOf(decision.next), at: now }
      writes.push((trx) => recordLevel(trx, change))
    },
  })
  await inTransaction(database.db, async (trx) => {
    await trx
      .insertInto('account')
      .values({ id: accountId, name: 'A life', created_at: new Date() })
      .execute()
    for (const write of writes) await write(trx)
  })
  return { accountId, states }
}

/** Records the use of a coupon; the same one counts again where it grants users. */
async function redeem(
  trx: Writes,
  { accountId, code, now, again }: { accountId: string; code: string; now: Date; again: boolean },
): Promise<void> {
  const coupon = {
    code_key: code,
    code,
    license_count: 1,
    interval_value: 1,
    interval_unit: 'm',
    created_at: now,
  } as const
  await trx
    .insertInto('coupon')
    .values({ ...coupon, associate: code.length % 2 === 0 ? 'Even' : null })
    .onConflict((conflict) => conflict.column('code_key').doNothing())
    .execute()
  await trx
    .insertInto('coupon_use')
    .values({ coupon_key: code, account_id: accountId, redeemed_at: now, created_at: now })
    .onConflict((conflict) => {
      const known = conflict.columns(['coupon_key', 'account_id'])
      return again ? known.doUpdateSet({ redeemed_at: now }) : known.doNothing()
    })
    .execute()
}

/** What an independent oracle says of each day of all lives together. */
function toldByHand(lives: readonly Life[]) {
  const told = Array.from({ length: days }, () => ({
    sold: 0,
    declared: 0,
    kept: 0,
    returned: 0,
    accounts: 0,
    seats: 0,
    monthly: 0,
  }))
  for (const life of lives) {
    const reports: HandReport[] = []
    const kept = billedByHand(life, (day, report) => {
      reports[day] = report
    })
    for (const [day, sum] of told.entries()) {
      const report = reports[day] as HandReport
      sum.sold += report.sold
      sum.declared += report.declared
      sum.returned += report.returned
      sum.kept += kept[day * 4] as number
      sum.accounts += report.paying ? 1 : 0
      sum.seats += report.seats
      sum.monthly += report.monthly
    }
  }
  return told
}

/** What the oracle says of each month: trials, first payments, and how many of these pay at the end of it and of later ones. */
function cohortsByHand(lives: readonly Life[]) {
  const months = [...new Set(Array.from({ length: days }, (_, day) => dayOf(day).slice(0, 7)))]
  const lastDays = months.map((month) => {
    const inMonth = Array.from({ length: days }, (_, day) => day).filter((day) =>
      dayOf(day).startsWith(month),
    )
    return inMonth.at(-1) as number
  })
  const told = months.map((month, place) => ({
    month: `${month}-01`,
    trialsEnded: 0,
    trialsPaid: 0,
    started: 0,
    kept: months.slice(place).map(() => 0),
  }))
  for (const life of lives) {
    const reports: HandReport[] = []
    billedByHand(life, (day, report) => {
      reports[day] = report
    })
    const ends = lastDays.map((day) => reports[day] as HandReport)
    const first = ends.findIndex(({ started }) => started)
    for (const [place, cohort] of told.entries()) {
      cohort.trialsEnded += Number(ends[place]?.trialsEnded) - (ends[place - 1]?.trialsEnded ?? 0)
      cohort.trialsPaid += Number(ends[place]?.trialsPaid) - (ends[place - 1]?.trialsPaid ?? 0)
      if (place !== first) continue
      cohort.started += 1
      cohort.kept = cohort.kept.map((count, later) => count + (ends[place + later]?.paying ? 1 : 0))
    }
  }
  return told
}

async function reportedCohorts() {
  const period = { from: `${dayOf(0).slice(0, 7)}-01`, to: dayOf(days - 1) }
  const bounds = { ...boundsOf(period, zone), zone }
  const levels = await cohortSums(database.db, bounds)
  return cohortsOf(period, { levels, trials: await trialSums(database.db, bounds) })
}

/** How many rows each number of a cohort leads to. */
async function rowsOfCohort(month: string, later: readonly string[]) {
  const count = async (to: string, step: 'trial-ended' | 'trial-paid' | 'first' | 'kept') =>
    (await levelChanges(database.db, { from: month, to, zone, step }, { limit: 1, offset: 0 })).count
  const last = endOfMonth(month)
  const kept: number[] = []
  for (const one of later) kept.push(await count(endOfMonth(one), 'kept'))
  const [trialsEnded, trialsPaid] = [await count(last, 'trial-ended'), await count(last, 'trial-paid')]
  return { month, trialsEnded, trialsPaid, started: await count(last, 'first'), kept }
}

function endOfMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** What the oracle says each coupon brought, in a month or ever. */
function broughtByHand(lives: readonly Life[], month?: string) {
  const sums = new Map<string, { customers: number; firstCents: number; laterCents: number }>()
  for (const life of lives) {
    let last: HandReport['brought'] = []
    billedByHand(life, (_, { brought }) => {
      last = brought
    })
    for (const { day, code, isFirst, net, customers } of last) {
      if (month && !dayOf(day).startsWith(month)) continue
      const sum = sums.get(code) ?? { customers: 0, firstCents: 0, laterCents: 0 }
      sum.customers += customers
      if (isFirst) sum.firstCents += net
      else sum.laterCents += net
      sums.set(code, sum)
    }
  }
  return sums
}

async function testCoupons(lives: readonly Life[], month?: string): Promise<void> {
  const days = month ? { from: `${month}-01`, to: endOfMonth(month) } : undefined
  const all = { limit: 1_000, offset: 0 }
  const hand = broughtByHand(lives, month)
  const { rows, count, total } = await broughtByCoupons(database.db, { by: 'coupon', days }, all)
  expect(count).toBe(hand.size)
  expect(
    new Map(
      rows.map(({ name, customers, firstCents, laterCents }) => [
        name,
        { customers, firstCents, laterCents },
      ]),
    ),
  ).toEqual(hand)
  const sum = (
    of: 'customers' | 'firstCents' | 'laterCents',
    rows: readonly { [of in typeof of]: number }[],
  ) => rows.reduce((all, row) => all + row[of], 0)
  const every = [...hand.values()]
  expect(total).toEqual({
    customers: sum('customers', every),
    firstCents: sum('firstCents', every),
    laterCents: sum('laterCents', every),
  })
  const even = [...hand].flatMap(([code, one]) => (code.length % 2 === 0 ? [one] : []))
  const associates = await broughtByCoupons(database.db, { by: 'associate', days }, all)
  expect(associates.rows.map(({ firstCents, laterCents }) => firstCents + laterCents)).toEqual(
    even.length > 0 ? [sum('firstCents', even) + sum('laterCents', even)] : [],
  )
  const { sales } = await couponSales(database.db, { days, associate: 'EVEN', part: 'later' }, all)
  expect(sales.reduce((all, { netCents }) => all + netCents, 0)).toBe(sum('laterCents', even))
  const customers = await couponSales(database.db, { days, couponKey: 'COUPON', part: 'customer' }, all)
  expect(customers.count).toBe(hand.get('COUPON')?.customers ?? 0)
}

/** What the oracle says comes after a day, if nothing more happens; undefined while a renewal is unpaid. */
function comingByHand(life: Life, day: number): readonly HandComing[] | undefined {
  const rest = Array.from({ length: forecastDays + 2 }, () => day)
  const held = <Item>(items: readonly Item[]) => [
    ...items.slice(0, day + 1),
    ...rest.map((last) => items[last] as Item),
  ]
  const reports: HandReport[] = []
  let before = 0
  billedByHand(
    {
      ...life,
      days: day + rest.length,
      moves: new Map([...life.moves].filter(([at]) => at <= day)),
      moods: [...life.moods.slice(0, day + 1), ...rest.map(() => 'good' as const)],
      people: held(life.people),
      rates: held(life.rates),
    },
    (at, report) => {
      reports[at] = report
      // the list goes on growing
      if (at === day) before = report.coming.length
    },
  )
  const today = reports[day] as HandReport
  if (today.isOwing) return undefined
  const later = (reports.at(-1) as HandReport).coming.slice(before)
  return [...(today.putOff ? [today.putOff] : []), ...later].filter(({ at }) => isForecast(at, day))
}

/** What is due since the morning, such as after a pause that ended at noon, is still ahead. */
function isForecast(at: number, day: number): boolean {
  return at >= startOf(day) && at < startOf(day + forecastDays)
}

/** Compares the forecast of a day, of each life and in sums, with the oracle. */
async function testForecast(lives: readonly Life[], lived: readonly Lived[], day: number): Promise<void> {
  const all: HandComing[] = []
  const stored: Parameters<typeof storeForecasts>[1][number][] = []
  for (const [place, { accountId, states }] of lived.entries()) {
    const life = lives[place] as Life
    const state = states.findLast(({ now }) => now.getTime() <= noonOf(day))?.state
    const coming = state ? comingRenewals(state, life.people[day] as number, { graceDays, zone }) : []
    const hand = comingByHand(life, day) ?? []
    const within = coming.filter(({ at }) => isForecast(at.getTime(), day))
    const told = within.map(({ at, kind, netCents: net }) => ({ at: at.getTime(), kind, net }))
    expect(told, `seed ${life.seed}, day ${day}`).toEqual(hand)
    all.push(...hand)
    stored.push({ accountId, coming })
  }
  await inTransaction(database.db, (trx) => storeForecasts(trx, stored))
  const period = { from: dayOf(day), to: dayOf(day + forecastDays - 1), zone }
  const sumsOf = (first: (day: string) => string) => {
    const sums = new Map<string, [number, number]>()
    for (const { at, kind, net } of all) {
      const key = `${first(dayIn(new Date(at), zone))} ${kind}`
      const [count, cents] = sums.get(key) ?? [0, 0]
      sums.set(key, [count + 1, cents + net])
    }
    return sums
  }
  const reported = async (by: 'week' | 'month') => {
    const { sums } = await comingSums(database.db, { ...period, by })
    return new Map(sums.map(({ day, kind, count, cents }) => [`${day} ${kind}`, [count, cents]]))
  }
  expect(await reported('month')).toEqual(sumsOf((day) => `${day.slice(0, 7)}-01`))
  expect(await reported('week')).toEqual(sumsOf(mondayOf))
  for (const kind of comingKinds) {
    const page = await comingPage(database.db, { ...period, kind }, { limit: 1, offset: 0 })
    expect(page.count).toBe(all.filter((one) => one.kind === kind).length)
  }
}

function mondayOf(day: string): string {
  const date = new Date(day)
  while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}

async function reported(from: number, to: number): Promise<readonly MoneyRow[]> {
  const period = { from: dayOf(from), to: dayOf(to), by: 'day' } as const
  const { before, rows: levels } = await levelsByPeriod(database.db, period, zone)
  const sales = await salesByPeriod(database.db, period, zone)
  const paid = await paidByPeriod(database.db, period, zone)
  return moneyReport(period, { sales, paid, levels, before })
}

async function storeDays(until: string): Promise<void> {
  const store = () => inTransaction(database.db, (trx) => storeMoneyDays(trx, { until, zone }))
  while (await store());
}

test(`${rounds.moneyLives} lives: revenue, tax, refunds, recurring revenue, accounts and seats are those of an independent oracle on every day`, async () => {
  const lives = Array.from({ length: rounds.moneyLives }, (_, seed) => makeLife(seed + 1, days))
  const lived: Lived[] = []
  for (const life of lives) lived.push(await live(life))
  const hand = toldByHand(lives)
  const rows = await reported(0, days - 1)
  let [sold, declared, kept, returned, monthly] = [0, 0, 0, 0, 0]
  for (const [day, row] of rows.entries()) {
    sold += row.netCents
    declared += row.vatCents
    kept += row.receivedCents - row.refundedCents
    returned += row.refundedCents
    monthly += Object.values(row.bridge).reduce((sum, cents) => sum + cents, 0)
    expect(row.netCents).toBe(row.invoicedCents - row.creditedCents)
    expect(monthly, `bridge of day ${day}`).toBe(row.monthlyCents)
    const { accounts, seats } = row
    expect({ sold, declared, kept, returned, accounts, seats, monthly }, `day ${day}`).toEqual(hand[day])
    const before = day === 0 ? 0 : Number(hand[day - 1]?.accounts)
    expect(before + row.newAccounts - row.lostAccounts, `accounts of day ${day}`).toBe(accounts)
    expect(row.churn).toBe(before === 0 ? null : row.lostAccounts / before)
  }
  // from the middle on, and by months, it is the same
  expect(await reported(200, days - 1)).toEqual(rows.slice(200))
  // so it is with stored sums of days, up to any of them
  for (const until of [40, 200, 390]) {
    await storeDays(dayOf(until))
    for (const from of [0, 199, 202]) expect(await reported(from, days - 1)).toEqual(rows.slice(from))
    expect(await reported(10, 30)).toEqual(rows.slice(10, 31))
  }
  // trials, cohorts and the rows behind their numbers
  const cohorts = await reportedCohorts()
  expect(cohorts).toEqual(cohortsByHand(lives))
  const months = cohorts.map(({ month }) => month)
  for (const [place, cohort] of cohorts.entries())
    expect(await rowsOfCohort(cohort.month, months.slice(place))).toEqual(cohort)
  await testCoupons(lives)
  for (const month of new Set([30, 150, 390].map((day) => dayOf(day).slice(0, 7))))
    await testCoupons(lives, month)
  for (const day of [3, 40, 130, 260, 380]) await testForecast(lives, lived, day)
}, 180_000)
