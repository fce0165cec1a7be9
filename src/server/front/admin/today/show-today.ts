import { moneyReport, type ReportPeriod } from '#domain/reports/money-report.ts'
import { dayIn } from '#domain/zone-days.ts'
import { boundsOf } from '#server/business/reports/money-days.store.ts'
import { levelsByPeriod, salesByPeriod } from '#server/business/reports/money-report.store.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { isInSetUp } from '#server/platform/site/set-up.store.ts'
import { countTrials, readInbox } from './inbox.store.ts'

/** For how long an undelivered mail is listed. */
const mailDays = 7

/** `GET /api/admin/today`: what waits for the admin, and the month so far. */
export const showToday: UseCase<'today', 'clock' | 'config' | 'database'> = async (services) => {
  const inbox = await inboxOf(services)
  return {
    status: 200,
    body: {
      inSetUp: await isInSetUp(services.database.db),
      inbox: inbox.map(({ items, ...kind }) => ({
        ...kind,
        items: items.map(({ at, ...item }) => ({ ...item, at: at.toISOString() })),
      })),
      month: await monthOf(services),
    },
  }
}

/** Returns what waits for the admin. */
export function inboxOf({
  clock,
  database,
}: Pick<Services, 'clock'> & { readonly database: Pick<Services['database'], 'db'> }) {
  return readInbox(database.db, { mailsSince: new Date(clock.now().getTime() - mailDays * 86_400_000) })
}

async function monthOf({
  clock,
  config: {
    seller: { zone },
  },
  database: { db },
}: Pick<Services, 'clock' | 'config' | 'database'>) {
  const to = dayIn(clock.now(), zone)
  const period: ReportPeriod = { from: `${to.slice(0, 7)}-01`, to, by: 'month' }
  const sales = await salesByPeriod(db, period, zone)
  const { before, rows: levels } = await levelsByPeriod(db, period, zone)
  const row = moneyReport(period, { sales, paid: [], levels, before }).at(-1)
  const trials = await countTrials(db, boundsOf(period, zone))
  return {
    from: period.from,
    to,
    zone,
    revenueCents: row?.netCents ?? 0,
    monthlyCents: row?.monthlyCents ?? 0,
    seats: row?.seats ?? 0,
    accounts: row?.accounts ?? 0,
    trialsEnded: trials.ended,
    trialsPaid: trials.paid,
  }
}
