import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { type Cohort, cohortsOf } from '#domain/reports/cohorts.ts'
import { periodsOf } from '#domain/reports/money-report.ts'
import { dayIn } from '#domain/zone-days.ts'
import { cohortSums, trialSums } from '#server/business/reports/cohorts.store.ts'
import { boundsOf } from '#server/business/reports/money-days.store.ts'
import { levelsSince } from '#server/business/reports/money-report.store.ts'
import { sendCsv } from '#server/front/admin/send-file.ts'
import { route } from '#server/platform/http/route.ts'
import { asCsv } from '#server/platform/runtime/csv.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

const mostMonths = 36

type Days = { readonly from: string; readonly to: string }

/** Registers the admin's calls about trials and cohorts. */
export function registerCohortCalls(
  app: FastifyInstance,
  { database: { db }, clock, config }: Pick<Services, 'clock' | 'config' | 'database'>,
): void {
  const { zone } = config.seller

  async function read({ from, to }: Days): Promise<readonly Cohort[] | Problem> {
    // counted without a calendar, which a period of thousands of years would keep busy
    const isTooLong = Date.parse(to) - Date.parse(from) > mostMonths * 32 * 86_400_000
    if (isTooLong || periodsOf({ from, to, by: 'month' }).length > mostMonths)
      return new Problem('invalid', { fields: { to: 'field_invalid' } })
    const today = dayIn(clock.now(), zone)
    const days = { from: `${from.slice(0, 7)}-01`, to: to < today ? to : today }
    const bounds = { ...boundsOf(days, zone), zone }
    const [levels, trials] = [await cohortSums(db, bounds), await trialSums(db, bounds)]
    return cohortsOf(days, { levels, trials })
  }

  route(app, calls.cohorts, async ({ query }) => {
    const cohorts = await read(query)
    if (cohorts instanceof Problem) return cohorts
    const since = (await levelsSince(db))?.toISOString() ?? null
    return {
      status: 200,
      body: { zone, since, cohorts: cohorts.map((cohort) => ({ ...cohort, kept: [...cohort.kept] })) },
    }
  })
  route(app, calls.cohortsCsv, async ({ query, reply }) => {
    const cohorts = await read(query)
    if (cohorts instanceof Problem) return cohorts
    const months = (cohorts[0]?.kept ?? []).map((_, place) => `Month ${place + 1}`)
    const rows = cohorts.map(({ month, trialsEnded, trialsPaid, started, kept }) => ({
      Month: month,
      'Trials ended': trialsEnded,
      'Trials paid': trialsPaid,
      'First paid': started,
      ...Object.fromEntries(kept.map((count, place) => [`Month ${place + 1}`, count])),
    }))
    return sendCsv(
      reply,
      `cohorts-${query.from}-${query.to}.csv`,
      asCsv(['Month', 'Trials ended', 'Trials paid', 'First paid', ...months], rows),
    )
  })
}
