import type { Call } from '#contract/call.ts'
import { CaptionsJobs, CaptionsWish } from './admin-captions.ts'
import { OneVideo } from './admin-library.ts'

/** The admin's calls about captions by machine; `adminProcessingCalls` cancel their jobs and repeat them. */
export const adminCaptionsCalls = {
  captionsJobs: {
    method: 'GET',
    path: '/api/admin/library/video/:id/captions',
    actor: 'admin',
    summary: 'Which captions a machine makes of a video, made or could not make',
    params: OneVideo,
    replies: { 200: CaptionsJobs },
  },
  makeCaptions: {
    method: 'POST',
    path: '/api/admin/library/video/:id/captions',
    actor: 'admin',
    idempotent: true,
    summary: 'Has a machine write the captions of a video in the language that is spoken in it',
    params: OneVideo,
    body: CaptionsWish,
    replies: { 200: CaptionsJobs },
  },
} as const satisfies Record<string, Call>
