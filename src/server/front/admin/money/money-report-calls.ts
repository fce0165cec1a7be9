import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { rangeOf } from '#domain/page-size.ts'
import { type MoneyRow, moneyReport, periodsOf, type ReportPeriod } from '#domain/reports/money-report.ts'
import { levelChanges } from '#server/business/reports/level-changes.store.ts'
import {
  levelsByPeriod,
  levelsSince,
  paidByPeriod,
  salesByPeriod,
} from '#server/business/reports/money-report.store.ts'
import { sendCsv } from '#server/front/admin/send-file.ts'
import { route } from '#server/platform/http/route.ts'
import { asCsv } from '#server/platform/runtime/csv.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

/** Rows of a report: a year of days, and as many months or years as anybody has books for. */
const mostRows = 400

/** Registers the admin's calls about revenue. */
export function registerMoneyReportCalls(
  app: FastifyInstance,
  { database: { db }, config }: Pick<Services, 'database' | 'config'>,
): void {
  const { zone } = config.seller

  async function read(period: ReportPeriod): Promise<readonly MoneyRow[] | Problem> {
    if (isTooLong(period)) return new Problem('invalid', { fields: { to: 'field_invalid' } })
    const [sales, paid, { before, rows: levels }] = await Promise.all([
      salesByPeriod(db, period, zone),
      paidByPeriod(db, period, zone),
      levelsByPeriod(db, period, zone),
    ])
    return moneyReport(period, { sales, paid, levels, before })
  }

  route(app, calls.moneyReport, async ({ query }) => {
    const rows = await read(query)
    if (rows instanceof Problem) return rows
    const since = (await levelsSince(db))?.toISOString() ?? null
    return { status: 200, body: { zone, since, rows: [...rows] } }
  })
  route(app, calls.moneyReportCsv, async ({ query, reply }) => {
    const rows = await read(query)
    if (rows instanceof Problem) return rows
    return sendCsv(reply, `money-${query.from}-${query.to}.csv`, asCsv(columns, rows.map(cellsOf)))
  })
  route(app, calls.moneyChanges, async ({ query: { page, step, ...days } }) => {
    const { count, changes } = await levelChanges(db, { ...days, step, zone }, rangeOf(page))
    const shown = changes.map(({ accountId, name, at, ...change }) => ({
      ...change,
      at: at.toISOString(),
      account: name === null ? null : { id: accountId, name },
    }))
    return { status: 200, body: { count, changes: shown } }
  })
}

/** Counted without a calendar, which a period of thousands of years would keep busy. */
function isTooLong({ from, to, by }: ReportPeriod): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  return (
    days > mostRows * { day: 1, month: 28, year: 365 }[by] || periodsOf({ from, to, by }).length > mostRows
  )
}

const columns = [
  'Period',
  'Invoiced net',
  'Credited net',
  'Revenue net',
  'Tax',
  'Received',
  'Refunded',
  'MRR already there',
  'MRR new',
  'MRR more seats',
  'MRR fewer seats',
  'MRR other price',
  'MRR lost',
  'MRR at the end',
  'Paying accounts',
  'Paid seats',
  'New accounts',
  'Lost accounts',
]

function cellsOf(row: MoneyRow): Record<string, string | number> {
  const { bridge } = row
  const euros = (cents: number) => cents / 100
  return {
    Period: row.day,
    'Invoiced net': euros(row.invoicedCents),
    'Credited net': euros(row.creditedCents),
    'Revenue net': euros(row.netCents),
    Tax: euros(row.vatCents),
    Received: euros(row.receivedCents),
    Refunded: euros(row.refundedCents),
    'MRR already there': euros(bridge.start),
    'MRR new': euros(bridge.new),
    'MRR more seats': euros(bridge.more),
    'MRR fewer seats': euros(bridge.fewer),
    'MRR other price': euros(bridge.price),
    'MRR lost': euros(bridge.lost),
    'MRR at the end': euros(row.monthlyCents),
    'Paying accounts': row.accounts,
    'Paid seats': row.seats,
    'New accounts': row.newAccounts,
    'Lost accounts': row.lostAccounts,
  }
}
