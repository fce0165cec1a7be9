import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FilmJob } from '#contract/admin/library/admin-processing-calls.ts'
import { adminProcessingCalls } from '#contract/admin/library/admin-processing-calls.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated/messages.js'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { RowLink } from '#web/front/desk/desk-table.tsx'
import { openDetails } from '#web/front/desk/open-details.ts'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { ProgressRow } from './progress-row.tsx'
import { filmJobsQuery, isUnderWay } from './upload-queries.ts'

/** The processing of all uploaded files, newest first, ten a page. Opens when one of them is under way or was refused. */
export function FilmJobs() {
  const [page, setPage] = useState(0)
  const { data } = useQuery(filmJobsQuery({ page }))
  useNewFilms(data?.jobs ?? [])
  if (!data || data.count === 0) return null
  const isNews = data.jobs.some((job) => isUnderWay(job) || job.state === 'refused')
  return (
    <details className="upload-jobs" ref={isNews ? openDetails : null}>
      <summary>{m.processing_jobs({ count: data.count })}</summary>
      <ul className="uploads" aria-label={m.processing()}>
        {data.jobs.map((job) => (
          <JobRow key={job.id} job={job} isLinked />
        ))}
      </ul>
      <TablePages table={m.processing()} page={page} count={data.count} onPage={setPage} />
    </details>
  )
}

/** The processing of the file that was uploaded last for a video. */
export function FilmJobOf({ videoId }: { videoId: string }) {
  const { data } = useQuery(filmJobsQuery({ videoId }))
  const jobs = (data?.jobs ?? []).slice(0, 1)
  useNewFilms(jobs)
  if (jobs.length === 0) return null
  return (
    <ul className="uploads" aria-label={m.processing()}>
      {jobs.map((job) => (
        <JobRow key={job.id} job={job} />
      ))}
    </ul>
  )
}

/** Has the desk read anew once a job has ended. */
function useNewFilms(jobs: readonly FilmJob[]): void {
  const client = useQueryClient()
  const ended = jobs
    .filter(({ state }) => state === 'done')
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    if (ended !== '') void client.invalidateQueries({ queryKey: ['admin'] })
  }, [client, ended])
}

function JobRow({ job, isLinked = false }: { job: FilmJob; isLinked?: boolean }) {
  const { id, title, state, videoId } = job
  const isConverting = state === 'running' && job.step === 'converting'
  return (
    <ProgressRow
      name={title}
      shown={
        isLinked ? <RowLink to={deskHref('adminFilm', { id: videoId })}>{title}</RowLink> : m.processing()
      }
      done={isConverting ? job.percent / 100 : undefined}
      amount={isConverting ? amountOf(job) : undefined}
      text={textOf(job)}
    >
      {isUnderWay(job) ? (
        <JobAct id={id} title={title} of={adminProcessingCalls.cancelFilmJob} text={m.processing_cancel()} />
      ) : null}
      {job.mayRepeat ? (
        <JobAct id={id} title={title} of={adminProcessingCalls.repeatFilmJob} text={m.processing_again()} />
      ) : null}
    </ProgressRow>
  )
}

const steps = {
  reading: m.processing_reading,
  measuring: m.processing_measuring,
  converting: m.processing_converting,
  storing: m.processing_storing,
}

function textOf({ state, step, refusal, endedAt }: FilmJob): string {
  if (state === 'running') return steps[step ?? 'reading']()
  if (state === 'refused') return refusal ?? m.failure()
  if (state === 'done') return m.processing_done({ time: endedAt === null ? '' : adminTime(endedAt) })
  return state === 'waiting' ? m.processing_waiting() : m.processing_cancelled()
}

function amountOf({ percent, remainingSeconds }: FilmJob): string {
  if (remainingSeconds === null) return m.processing_percent({ percent })
  return m.processing_percent_left({ percent, minutes: Math.ceil(remainingSeconds / 60) })
}

type JobActProps = {
  id: string
  title: string
  of: typeof adminProcessingCalls.cancelFilmJob | typeof adminProcessingCalls.repeatFilmJob
  text: string
}

function JobAct({ id, title, of, text }: JobActProps) {
  const { send, busy, refusal, dialog } = useDeskChange(of, { message: m.library_prompt() })
  return (
    <>
      <Button busy={busy} aria-label={`${text}: ${title}`} onClick={() => send({ id })}>
        {text}
      </Button>
      {refusal ? <Alert>{refusal}</Alert> : null}
      {dialog}
    </>
  )
}
