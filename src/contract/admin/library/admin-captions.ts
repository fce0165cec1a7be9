import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import { Instant, Line } from '#contract/shapes.ts'

/** Captions by machine of a video. */
export const CaptionsJobs = z.strictObject({
  /** False where no transcription server is set up. */
  isOffered: z.boolean(),
  /** Of each language the last one. */
  jobs: z.array(
    z.strictObject({
      /** Also for cancelling it and trying again, as the job of a film. */
      id: z.uuid(),
      /** BCP 47. */
      srclang: z.string(),
      /** Name of the language in itself. */
      label: z.string(),
      state: z.enum(['waiting', 'running', 'done', 'refused', 'cancelled']),
      /** Null while nothing is transcribed yet. */
      percent: z.nullable(z.int()),
      /** When the transcription server is asked again that gave no answer; null otherwise. */
      nextTryAt: z.nullable(Instant),
      /** Why there are no captions, as a sentence. */
      refusal: z.nullable(z.string()),
    }),
  ),
})
export type CaptionsJobs = z.output<typeof CaptionsJobs>

/** `srclang`: of what is spoken, a BCP 47 tag. */
export const CaptionsWish = z.strictObject({ password: z.optional(CurrentPassword), srclang: Line(35) })
