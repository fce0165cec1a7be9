import { Gauge, type Registry } from 'prom-client'
import type * as z from 'zod/mini'
import type { Health } from '#contract/site/site.ts'
import { readSteps } from '#server/platform/jobs/upkeep.store.ts'
import { readJobs } from '#server/platform/queue/job-state.store.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  countCharges,
  countConversions,
  countDifferences,
  countMails,
  countPlaying,
  countSubscriptions,
  countWebhooks,
  type Labelled,
  mayReport,
} from './site-metrics.store.ts'

type Site = Pick<Services, 'clock' | 'database' | 'log'>
type CheckHealth = () => Promise<z.output<typeof Health>>

/**
 * Adds the metrics of the whole site, read from its database when they are asked for: of several processes only one
 * reports them, because Prometheus adds the values of all. While the database does not answer they are left out.
 * @param process a name of this process that no other has
 */
export function addSiteMetrics(
  registry: Registry,
  site: Site,
  { process, health }: { readonly process: string; readonly health: CheckHealth },
): { readonly refresh: () => Promise<void> } {
  const gauges = createGauges(registry)
  const ready = new Gauge({
    name: 'lectern_ready',
    help: '1 while this process can serve visitors.',
    registers: [registry],
  })
  const check = new Gauge({
    name: 'lectern_check_ok',
    help: '1 for each check of /api/health/ready that is ok.',
    labelNames: ['check'],
    registers: [registry],
  })
  return {
    async refresh() {
      for (const { gauge } of Object.values(gauges)) gauge.reset()
      const { status, checks } = await health()
      ready.set(status === 'failing' ? 0 : 1)
      for (const [name, state] of Object.entries(checks ?? {}))
        check.set({ check: name }, state === 'ok' ? 1 : 0)
      try {
        if (await mayReport(site.database.db, process)) await readSite(site, gauges)
      } catch (err) {
        site.log.warn({ err }, 'the metrics of the site could not be read')
      }
    },
  }
}

const gaugesOfSite = {
  mails: [
    'lectern_mails',
    'Mails that wait, that are delayed by a fault, and that failed within a day.',
    'state',
  ],
  charges: ['lectern_charges', 'Attempts to charge without an outcome, and all of a day.', 'state'],
  conversions: ['lectern_video_conversions', 'Conversions of uploaded videos.', 'state'],
  webhooks: [
    'lectern_webhook_events',
    'Events for webhooks that wait, and that were given up within a day.',
    'state',
  ],
  differences: [
    'lectern_payment_differences',
    'Differences in the last reconciliation with a provider.',
    'provider',
  ],
  subscriptions: ['lectern_subscriptions', 'Subscriptions.', 'status'],
  playing: ['lectern_videos_playing', 'Films that have been playing within a minute.', undefined],
  waitingJobs: ['lectern_jobs_waiting', 'Jobs that wait for their time or another try.', 'queue'],
  runningJobs: ['lectern_jobs_running', 'Jobs that run.', 'queue'],
  upkeepAge: ['lectern_upkeep_success_age_seconds', 'Time since an upkeep step last went well.', 'step'],
  upkeepFailing: ['lectern_upkeep_failing', '1 while an upkeep step fails.', 'step'],
} as const

type SiteGauges = Readonly<
  Record<
    keyof typeof gaugesOfSite,
    { readonly gauge: Gauge; readonly set: (rows: readonly Labelled[]) => void }
  >
>

function createGauges(registry: Registry): SiteGauges {
  return Object.fromEntries(
    Object.entries(gaugesOfSite).map(([key, [name, help, label]]) => {
      const gauge = new Gauge({ name, help, labelNames: label ? [label] : [], registers: [registry] })
      const set = (rows: readonly Labelled[]) => {
        for (const row of rows) gauge.set(label ? { [label]: row.label } : {}, row.value)
      }
      return [key, { gauge, set }]
    }),
  ) as SiteGauges
}

async function readSite({ database, clock }: Site, gauges: SiteGauges): Promise<void> {
  const { db } = database
  const real = clock.real()
  gauges.mails.set(await countMails(db, real))
  gauges.charges.set(await countCharges(db, real))
  gauges.conversions.set(await countConversions(db))
  gauges.webhooks.set(await countWebhooks(db, real))
  gauges.differences.set(await countDifferences(db))
  gauges.subscriptions.set(await countSubscriptions(db))
  gauges.playing.set([{ label: '', value: await countPlaying(db, clock.now()) }])
  const jobs = await readJobs(database)
  gauges.waitingJobs.set(jobs.map(({ name, waiting }) => ({ label: name, value: waiting })))
  gauges.runningJobs.set(jobs.map(({ name, running }) => ({ label: name, value: running })))
  for (const [step, row] of await readSteps(db)) {
    const ageMs = row.last_success_at && real.getTime() - row.last_success_at.getTime()
    if (ageMs !== null) gauges.upkeepAge.set([{ label: step, value: Math.max(0, ageMs / 1_000) }])
    gauges.upkeepFailing.set([{ label: step, value: row.failing_since ? 1 : 0 }])
  }
}
