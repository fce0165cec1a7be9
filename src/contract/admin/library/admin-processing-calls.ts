import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Done, Id, Instant, Page, Secret } from '#contract/shapes.ts'

/** `count`: on all pages. */
const FilmJobs = z.strictObject({
  /** True where films that have to be converted are refused: neither this process nor a worker has ffmpeg. */
  isFfmpegMissing: z.boolean(),
  count: z.int(),
  jobs: z.array(
    z.strictObject({
      id: z.uuid(),
      videoId: Id,
      /** Title of the video. */
      title: z.string(),
      state: z.enum(['waiting', 'running', 'done', 'refused', 'cancelled']),
      /** Null unless it runs. */
      step: z.nullable(z.enum(['reading', 'measuring', 'converting', 'storing'])),
      /** Of the conversion. */
      percent: z.int(),
      /** Seconds until the conversion ends by its pace so far; null where that is not known yet. */
      remainingSeconds: z.nullable(z.int()),
      /** Why the film was not taken, as a sentence. */
      refusal: z.nullable(z.string()),
      /** Whether the uploaded file is still there for another try. */
      mayRepeat: z.boolean(),
      createdAt: Instant,
      endedAt: z.nullable(Instant),
      /** Chapters that were inside the film. */
      chapters: z.array(z.strictObject({ startSeconds: z.number(), title: z.string() })),
    }),
  ),
})

export type FilmJob = z.output<typeof FilmJobs>['jobs'][number]

const OneJob = z.strictObject({ id: z.uuid(), password: z.optional(Secret(1000)) })

/** The admin's calls about the processing of uploaded films. */
export const adminProcessingCalls = {
  filmJobs: {
    method: 'GET',
    path: '/api/admin/processing',
    actor: 'admin',
    summary:
      'Uploaded films that are processed, were or wait for it, of all videos or of one, newest first, ten a page',
    query: z.strictObject({ page: z.optional(Page), videoId: z.optional(Id) }),
    replies: { 200: FilmJobs },
  },
  cancelFilmJob: {
    method: 'POST',
    path: '/api/admin/processing/cancel',
    actor: 'admin',
    idempotent: true,
    summary: 'Cancels the processing of a film; its file is kept for two days for another try',
    body: OneJob,
    replies: { 200: Done },
  },
  repeatFilmJob: {
    method: 'POST',
    path: '/api/admin/processing/again',
    actor: 'admin',
    idempotent: true,
    summary: 'Has a film processed again that was cancelled, or refused for what may be gone by now',
    body: OneJob,
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>
