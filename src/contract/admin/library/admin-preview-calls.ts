import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import type { Call } from '#contract/call.ts'
import { Done, Instant } from '#contract/shapes.ts'
import { OneVideo } from './admin-library.ts'

/** Null without a link that lives. */
const PreviewLink = z.strictObject({
  link: z.nullable(z.strictObject({ createdAt: Instant, expiresAt: Instant })),
})
/** The address is told once: the server keeps a hash of it. */
const NewPreviewLink = z.strictObject({ address: z.string(), expiresAt: Instant })
const Confirmation = z.strictObject({ password: z.optional(CurrentPassword) })

/** The admin's calls about the address at which a video can be seen before it is published. */
export const adminPreviewCalls = {
  previewLink: {
    method: 'GET',
    path: '/api/admin/library/video/:id/preview',
    actor: 'admin',
    summary: 'Whether a video has a preview link, and until when',
    params: OneVideo,
    replies: { 200: PreviewLink },
  },
  makePreviewLink: {
    method: 'POST',
    path: '/api/admin/library/video/:id/preview',
    actor: 'admin',
    summary: 'Makes a preview link for a draft or planned video; the former one ends',
    params: OneVideo,
    body: Confirmation,
    replies: { 200: NewPreviewLink },
  },
  withdrawPreviewLink: {
    method: 'POST',
    path: '/api/admin/library/video/:id/preview/withdraw',
    actor: 'admin',
    idempotent: true,
    summary: 'Ends the preview link of a video',
    params: OneVideo,
    body: Confirmation,
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>
