import type { CallReply } from '#contract/call.ts'
import { adminSystemCalls } from '#contract/desk/system-calls.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { actsColumn, type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'

type SystemAtDesk = CallReply<typeof adminSystemCalls.systemAtDesk>['body']
type Step = SystemAtDesk['steps'][number]
type Jobs = SystemAtDesk['jobs'][number]

/** The site's upkeep steps, and its jobs. */
export function SystemWork({ steps, jobs }: Pick<SystemAtDesk, 'steps' | 'jobs'>) {
  return (
    <>
      <section aria-labelledby="upkeep" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 id="upkeep">{m.system_upkeep()}</h2>
        <p className="max-w-[65ch]">{m.system_upkeep_lead()}</p>
        <DeskTable
          label={m.system_upkeep()}
          columns={stepColumns()}
          rows={steps}
          keyOf={({ name }) => name}
        />
      </section>
      <section aria-labelledby="jobs" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 id="jobs">{m.system_jobs()}</h2>
        <p className="max-w-[65ch]">{m.system_jobs_lead()}</p>
        <DeskTable label={m.system_jobs()} columns={jobColumns()} rows={jobs} keyOf={({ name }) => name} />
      </section>
    </>
  )
}

const time = (at: string | null) => (at === null ? m.system_never() : adminTime(at))

function stepColumns(): readonly Column<Step>[] {
  return [
    { title: m.system_step(), of: ({ name }) => name },
    {
      title: m.system_every(),
      of: ({ every }) => (every === 'minute' ? m.system_minute() : m.system_hour()),
    },
    { title: m.system_last_run(), look: 'digits', of: ({ lastRunAt }) => time(lastRunAt) },
    { title: m.system_duration(), look: 'amount', of: ({ durationMs }) => runTimeText(durationMs) },
    {
      title: m.system_next_run(),
      look: 'digits',
      of: ({ nextRunAt }) => (nextRunAt === null ? '–' : adminTime(nextRunAt)),
    },
    { title: m.system_state(), look: 'long', of: stateOf },
    actsColumn(({ name }) => <RunNowButton kind="step" name={name} />),
  ]
}

function stateOf({ failingSince, problem, lastRunAt, lastProblem, lastProblemAt }: Step): string {
  if (failingSince !== null) return m.system_fails({ since: adminTime(failingSince), problem: problem ?? '' })
  if (lastRunAt === null) return m.system_waits()
  return lastProblem === null || lastProblemAt === null
    ? m.system_well()
    : m.system_well_again({ at: adminTime(lastProblemAt), problem: lastProblem })
}

function jobColumns(): readonly Column<Jobs>[] {
  return [
    { title: m.system_job(), of: ({ name }) => name },
    { title: m.system_waiting(), look: 'amount', of: ({ waiting }) => waiting },
    { title: m.system_running(), look: 'amount', of: ({ running }) => running },
    {
      title: m.system_last_run(),
      look: 'digits',
      of: ({ lastRunAt }) => (lastRunAt ? adminTime(lastRunAt) : '–'),
    },
    { title: m.system_duration(), look: 'amount', of: ({ durationMs }) => runTimeText(durationMs) },
    {
      title: m.system_next_run(),
      look: 'digits',
      of: ({ nextRunAt }) => (nextRunAt === null ? '–' : adminTime(nextRunAt)),
    },
    { title: m.system_last_problem(), look: 'long', of: ({ lastProblem }) => lastProblem },
    actsColumn(({ name, waiting }) => (waiting > 0 ? <RunNowButton kind="job" name={name} /> : null)),
  ]
}

/** '20 ms' or '1.5 s'. */
function runTimeText(ms: number | null): string {
  if (ms === null) return '–'
  const [value, unit] = ms < 1_000 ? [ms, 'millisecond'] : [ms / 1_000, 'second']
  return new Intl.NumberFormat(getLocale(), { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
}

/** Runs a step of the upkeep, or the waiting jobs of a name, at once. */
function RunNowButton({ kind, name }: { kind: 'step' | 'job'; name: string }) {
  const { busy, refusal, send, dialog } = useDeskChange(adminSystemCalls.runNow, {
    message: m.system_run_prompt({ name }),
    onDone: () => notify(m.system_run_ordered({ name }), 'success'),
  })
  return (
    <>
      <Button busy={busy} aria-label={m.system_run_of({ name })} onClick={() => send({ kind, name })}>
        {m.system_run()}
      </Button>
      {refusal ? <Alert>{refusal}</Alert> : null}
      {dialog}
    </>
  )
}
