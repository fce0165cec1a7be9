import { noteProgress, type Run } from './film-job.store.ts'
import type { FilmStep } from './make-film.ts'
import type { ProcessingServices } from './processing.ts'

/** A step of a job as the desk shows it. */
export type JobStep = FilmStep | { readonly name: 'transcribing' | 'storing'; readonly share: number }

const storedEveryMs = 1_000

/**
 * Stores each second how far a job is, with the time that remains by the pace so far. Calls `onCancelled` once the job
 * was cancelled at the desk.
 */
export function keepProgress(
  { database: { db }, clock, log }: Pick<ProcessingServices, 'database' | 'clock' | 'log'>,
  run: Run,
  onCancelled: () => void,
): { note: (step: JobStep) => void; stop: () => void } {
  let step: JobStep = { name: 'reading', share: 0 }
  let since = clock.real().getTime()
  let isStoring = false
  const store = async () => {
    const share = step.share
    const elapsedSeconds = (clock.real().getTime() - since) / 1000
    const isRunning = await noteProgress(db, run, {
      step: step.name,
      percent: isShared(step) ? Math.floor(share * 100) : step.name === 'storing' ? 100 : 0,
      // the first moments say little of the pace
      remaining_seconds: share > 0.01 ? Math.ceil((elapsedSeconds * (1 - share)) / share) : null,
    })
    if (!isRunning) onCancelled()
  }
  const timer = setInterval(() => {
    if (isStoring) return
    isStoring = true
    store()
      .catch((error: unknown) => log.warn({ err: error }, 'the progress of a film could not be stored'))
      .finally(() => {
        isStoring = false
      })
  }, storedEveryMs)
  return {
    note: (now) => {
      if (now.name !== step.name) since = clock.real().getTime()
      step = now
    },
    stop: () => clearInterval(timer),
  }
}

/** Whether a step tells how far it is. */
function isShared({ name }: JobStep): boolean {
  return name === 'converting' || name === 'transcribing'
}
