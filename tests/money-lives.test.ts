import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Decision } from '#domain/billing/decision.ts'
import { correctsInvoice } from '#domain/billing/ledger.ts'
import { cohortsOf } from '#domain/reports/cohorts.ts'
import { type MoneyRow, moneyReport } from '#domain/reports/money-report.ts'
import { levelOf } from '#domain/reports/subscription-level.ts'
import { dayIn } from '#domain/zone-days.ts'
import { book } from '#server/books/billing/charging/ledger.store.ts'
import { recordLevel } from '#server/books/billing/subscription-level.store.ts'
import { insertInvoice } from '#server/books/invoices/invoice.store.ts'
import { cohortSums, trialSums } from '#server/business/reports/cohorts.store.ts'
import { levelChanges } from '#server/business/reports/level-changes.store.ts'
import {
  boundsOf,
  levelsByPeriod,
  paidByPeriod,
  salesByPeriod,
} from '#server/business/reports/money-report.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { billedByMachine } from '#support/billed-by-machine.ts'
import { type Life, makeLife, zone } from '#support/billing-life.ts'
import { billedByHand, type HandReport, noonOf } from '#support/billing-oracle.ts'
import { testDatabase } from '#support/database.ts'
import { rounds } from '#support/rounds.ts'
import { emptyTables } from '#support/stored/rows.ts'

const days = 400
const database = testDatabase()
const dayOf = (day: number) => dayIn(new Date(noonOf(day)), zone)
beforeEach(() => emptyTables(database.db, 'invoice', 'ledger_entry', 'subscription_level'))

type Writes = Parameters<Parameters<typeof inTransaction>[1]>[0]

/** Stores what a life comes to in the rows that the site would write. */
async function live(life: Life): Promise<void> {
  const accountId = randomUUID()
  const writes: ((trx: Writes) => Promise<unknown>)[] = []
  let count = 0
  const document = (amount: { netCents: number; vatCents: number }, sign: 1 | -1, now: Date) => {
    const number = `${accountId} ${++count}`
    const kind = sign === 1 ? 'invoice' : 'credit-note'
    const [netCents, vatCents] = [sign * amount.netCents, sign * amount.vatCents]
    writes.push((trx) =>
      insertInvoice(trx, {
        id: randomUUID(),
        number,
        kind,
        accountId,
        chargeId: null,
        corrects: null,
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
    if (bill) document(bill.amount, 1, now)
    for (const { amount } of credits) document(amount, -1, now)
    for (const { amount, alsoCents, reason } of refunds) {
      if (correctsInvoice(reason) && amount.grossCents > 0) document(amount, -1, now)
      moved(
        { kind: 'returned', amount: { grossCents: amount.grossCents + alsoCents }, creditedCents: 0 },
        now,
      )
    }
  }
  billedByMachine(life, {
    paid: (grossCents, now) => moved({ kind: 'paid', amount: { grossCents } }, now),
    decided: (state, decision, now) => {
      issue(decision, now)
      const change = { accountId, before: levelOf(state), after: levelOf(decision.next), at: now }
      writes.push((trx) => recordLevel(trx, change))
    },
  })
  await inTransaction(database.db, async (trx) => {
    for (const write of writes) await write(trx)
  })
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

async function reported(from: number, to: number): Promise<readonly MoneyRow[]> {
  const period = { from: dayOf(from), to: dayOf(to), by: 'day' } as const
  const { before, rows: levels } = await levelsByPeriod(database.db, period, zone)
  const sales = await salesByPeriod(database.db, period)
  const paid = await paidByPeriod(database.db, period, zone)
  return moneyReport(period, { sales, paid, levels, before })
}

test(`${rounds.moneyLives} lives: revenue, tax, refunds, recurring revenue, accounts and seats are those of an independent oracle on every day`, async () => {
  const lives = Array.from({ length: rounds.moneyLives }, (_, seed) => makeLife(seed + 1, days))
  for (const life of lives) await live(life)
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
  // trials, cohorts and the rows behind their numbers
  const cohorts = await reportedCohorts()
  expect(cohorts).toEqual(cohortsByHand(lives))
  const months = cohorts.map(({ month }) => month)
  for (const [place, cohort] of cohorts.entries())
    expect(await rowsOfCohort(cohort.month, months.slice(place))).toEqual(cohort)
}, 180_000)
