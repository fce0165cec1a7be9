import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { calls } from '#contract/calls.ts'
import type { checkHealth } from '#server/platform/health/health.ts'
import type { CallAnswer } from '#server/platform/http/route.ts'
import { roundOf } from '#server/platform/jobs/run-step-job.ts'
import { readSteps } from '#server/platform/jobs/upkeep.store.ts'
import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import type { JobState } from '#server/platform/queue/job-state.store.ts'
import type { Services } from '#server/platform/services/services.ts'

/** What only the whole site knows. */
export type SystemParts = {
  /** What readiness answers. */
  readonly health: () => ReturnType<typeof checkHealth>
  readonly steps: readonly UpkeepStep[]
}

type Needs = Pick<Services, 'config' | 'database' | 'queue'>

/** `GET /api/admin/system`: health with its reasons, the upkeep, those that fail first, jobs, and versions. */
export async function showSystem(
  services: Needs,
  { health, steps }: SystemParts,
): Promise<CallAnswer<typeof calls.systemAtDesk>> {
  const jobs = await services.queue.state()
  const shown = await shownSteps(services, steps, new Map(jobs.map((job) => [job.name, job])))
  const failing = shown.filter(({ failingSince }) => failingSince !== null)
  const others = shown.filter(({ failingSince }) => failingSince === null)
  const rounds = new Set(steps.map(roundOf))
  return {
    status: 200,
    body: {
      health: await health(),
      steps: [...failing, ...others],
      jobs: jobs
        .filter(({ name }) => !rounds.has(name))
        .map(({ nextRunAt, lastRunAt, ...job }) => ({
          ...job,
          nextRunAt: nextRunAt?.toISOString() ?? null,
          lastRunAt: lastRunAt?.toISOString() ?? null,
        })),
      versions: await versionsOf(services),
    },
  }
}

async function shownSteps(
  { database }: Needs,
  steps: readonly UpkeepStep[],
  jobs: ReadonlyMap<string, JobState>,
) {
  const rows = await readSteps(database.db)
  return steps.map((step) => {
    const row = rows.get(step.name)
    return {
      name: step.name,
      every: step.every,
      lastRunAt: row?.last_run_at.toISOString() ?? null,
      lastSuccessAt: row?.last_success_at?.toISOString() ?? null,
      failingSince: row?.failing_since?.toISOString() ?? null,
      problem: row?.problem ?? null,
      nextRunAt: jobs.get(roundOf(step))?.nextRunAt?.toISOString() ?? null,
      durationMs: row?.duration_ms ?? null,
      lastProblem: row?.last_problem ?? null,
      lastProblemAt: row?.last_problem_at?.toISOString() ?? null,
    }
  })
}

async function versionsOf({ config, database }: Pick<Needs, 'config' | 'database'>) {
  const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string }
  const { rows } = await database.pool.query<{ server_version: string }>('show server_version')
  return {
    lectern: version,
    node: process.versions.node,
    database: { kind: database.kind, version: rows[0]?.server_version ?? '' },
    ffmpeg: await ffmpegVersion(config.ffmpeg),
    convertedElsewhere: config.role === 'web',
  }
}

const packageFile = resolve(import.meta.dirname, '../../../../../package.json')

/** The first line says `ffmpeg version 7.1 Copyright …`. */
async function ffmpegVersion(ffmpeg: Needs['config']['ffmpeg']): Promise<string | null> {
  if (!ffmpeg) return null
  const env = { PATH: ffmpeg.searchPath }
  return promisify(execFile)(ffmpeg.program, ['-version'], { env, timeout: 10_000 }).then(
    ({ stdout }) => /^ffmpeg version (\S+)/.exec(stdout)?.[1] ?? null,
    () => null,
  )
}
