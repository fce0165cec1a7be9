import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { Forecast, ForecastRow } from '#contract/desk/report-calls.ts'
import { rangeOf } from '#domain/page-size.ts'
import { comingKinds, forecastDays } from '#domain/reports/coming-renewals.ts'
import { dayIn } from '#domain/zone-days.ts'
import { comingPage, comingSums } from '#server/business/reports/coming-renewals.store.ts'
import { sendCsv } from '#server/front/admin/send-file.ts'
import { route } from '#server/platform/http/route.ts'
import { asCsv } from '#server/platform/runtime/csv.ts'
import type { Services } from '#server/platform/services/services.ts'

/** Registers the admin's calls about the subscriptions that are renewed next. */
export function registerForecastCalls(
  app: FastifyInstance,
  { database: { db }, clock, config }: Pick<Services, 'clock' | 'config' | 'database'>,
): void {
  const { zone } = config.seller

  async function read(by: 'week' | 'month'): Promise<Forecast> {
    const from = dayIn(clock.now(), zone)
    const to = dayAfter(from, forecastDays - 1)
    const { waiting, sums } = await comingSums(db, { from, to, zone, by })
    const rows = periodsOf({ from, to, by }).map((day): ForecastRow => {
      const of = (kind: (typeof comingKinds)[number]) => {
        const sum = sums.find((one) => one.day === day && one.kind === kind)
        return { count: sum?.count ?? 0, cents: sum?.cents ?? 0 }
      }
      return {
        day,
        renewed: of('renewed'),
        cancelled: of('cancelled'),
        paused: of('paused'),
        trial: of('trial'),
        granted: of('granted'),
      }
    })
    return { zone, from, to, waiting, rows }
  }

  route(app, calls.renewalForecast, async ({ query: { by } }) => ({ status: 200, body: await read(by) }))
  route(app, calls.renewalForecastCsv, async ({ query: { by }, reply }) => {
    const { from, to, rows } = await read(by)
    return sendCsv(reply, `renewals-${from}-${to}.csv`, asCsv(columns, rows.map(cellsOf)))
  })
  route(app, calls.comingRenewals, async ({ query: { page, ...filter } }) => {
    const { count, coming } = await comingPage(db, { ...filter, zone }, rangeOf(page))
    const shown = coming.map(({ accountId, name, at, ...one }) => ({
      ...one,
      at: at.toISOString(),
      account: { id: accountId, name },
    }))
    return { status: 200, body: { count, coming: shown } }
  })
}

const columns = ['From', ...comingKinds.flatMap((kind) => [`${kind}: number`, `${kind}: net`])]

function cellsOf({ day, ...row }: ForecastRow): Record<string, string | number> {
  const cells = comingKinds.flatMap((kind) => [
    [`${kind}: number`, row[kind].count],
    [`${kind}: net`, row[kind].cents / 100],
  ])
  return { From: day, ...Object.fromEntries(cells) }
}

/** First days of the weeks or months of a period: weeks begin on Monday. */
function periodsOf({ from, to, by }: { from: string; to: string; by: 'week' | 'month' }): string[] {
  const found: string[] = []
  const weekday = (new Date(`${from}T00:00:00Z`).getUTCDay() + 6) % 7
  let day = by === 'month' ? `${from.slice(0, 7)}-01` : dayAfter(from, -weekday)
  while (day <= to) {
    found.push(day)
    day = by === 'week' ? dayAfter(day, 7) : `${dayAfter(day, 31).slice(0, 7)}-01`
  }
  return found
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}
