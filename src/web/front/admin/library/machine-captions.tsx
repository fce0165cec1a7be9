import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { CaptionsJobs } from '#contract/admin/library/admin-captions.ts'
import { adminCaptionsCalls } from '#contract/admin/library/admin-captions-calls.ts'
import type { DeskVideo } from '#contract/admin/library/admin-library.ts'
import { adminProcessingCalls } from '#contract/admin/library/admin-processing-calls.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { isUnderWay } from '#web/front/admin/uploads/upload-queries.ts'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { deskQuery } from '#web/front/desk/desk-query.ts'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { deskVideoQuery } from './library-desk-queries.ts'

type Job = CaptionsJobs['jobs'][number]

/** Has a machine write captions, and tells how far it is. Nothing where no transcription server is set up. */
export function MachineCaptions({ video }: { video: Pick<DeskVideo, 'id' | 'durationSeconds'> }) {
  const heading = useId()
  const { data } = useQuery({
    ...deskQuery(adminCaptionsCalls.captionsJobs, 'jobs[]', { params: { id: video.id } }),
    // looked at every two seconds while one is under way
    refetchInterval: ({ state }) => (state.data?.jobs.some(isUnderWay) ? 2_000 : false),
  })
  useDone(video.id, data?.jobs)
  const [srclang, setLanguage] = useState<string>(getLocale())
  const { send, busy, refusal, faults, dialog } = useDeskChange(adminCaptionsCalls.makeCaptions, {
    message: m.library_prompt(),
    params: { id: video.id },
    fields: ['srclang'],
    done: m.captions_machine_asked,
  })
  if (!data?.isOffered || video.durationSeconds === null) return null
  const make = () => srclang.trim() !== '' && send({ srclang: srclang.trim() })
  return (
    <section aria-labelledby={heading} className="library-machine">
      <h3 id={heading} className="text-sm font-medium">
        {m.captions_machine_title()}
      </h3>
      <p className="max-w-[65ch] text-[0.8125rem] text-muted">{m.captions_machine_text()}</p>
      <div className="flex flex-wrap items-end gap-2">
        <Field
          label={m.captions_machine_spoken()}
          error={faults.srclang}
          className="w-40"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={35}
          value={srclang}
          onChange={(event) => setLanguage(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // the form around it saves the video
            event.preventDefault()
            make()
          }}
        />
        <Button busy={busy} disabled={srclang.trim() === ''} onClick={make}>
          {m.captions_machine_make()}
        </Button>
      </div>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <ul className="grid gap-2 empty:hidden">
        {data.jobs
          .filter(({ state }) => state !== 'done')
          .map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
      </ul>
      {dialog}
    </section>
  )
}

/** Reads the video anew when captions are done. */
function useDone(id: string, jobs: readonly Job[] | undefined): void {
  const client = useQueryClient()
  const underWay = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!jobs) return
    const hasEnded = jobs.some((job) => job.state === 'done' && underWay.current.has(job.id))
    underWay.current = new Set(jobs.filter(isUnderWay).map((job) => job.id))
    if (hasEnded) void client.invalidateQueries(deskVideoQuery(id))
  }, [client, id, jobs])
}

function JobRow({ job }: { job: Job }) {
  const isLive = isUnderWay(job)
  const { send, busy, refusal, dialog } = useDeskChange(
    isLive ? adminProcessingCalls.cancelFilmJob : adminProcessingCalls.repeatFilmJob,
    {
      message: m.library_prompt(),
      onDone: () => notify(isLive ? m.captions_machine_cancelled() : m.captions_machine_asked(), 'success'),
    },
  )
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span lang={job.srclang}>{job.label}</span>
      <span role={isLive ? 'status' : undefined} className={job.refusal ? 'text-danger' : 'text-muted'}>
        {sentenceOf(job)}
      </span>
      <Button busy={busy} onClick={() => send({ id: job.id })}>
        {isLive ? m.captions_machine_cancel() : m.captions_machine_again()}
      </Button>
      {refusal ? <Alert>{refusal}</Alert> : null}
      {dialog}
    </li>
  )
}

function sentenceOf({ state, percent, nextTryAt, refusal }: Job): string {
  if (refusal !== null) return refusal
  if (state === 'cancelled') return m.captions_machine_state_cancelled()
  if (nextTryAt !== null) return m.captions_machine_silent({ time: adminTime(nextTryAt).slice(11, 16) })
  if (state === 'waiting') return m.captions_machine_waiting()
  return percent === null ? m.captions_machine_running() : m.captions_machine_percent({ percent })
}
