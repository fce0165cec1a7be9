import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { RichText } from '#contract/rich-text.ts'
import { Line } from '#contract/shapes.ts'
import { Chapter, Track } from './library.ts'

/** The preview of a draft or planned video, by its address alone. */
const Preview = z.strictObject({
  /** ID of the video, for the admin, who opens it by that and without a link. */
  adminOf: z.optional(z.string()),
  title: z.string(),
  /** The description as it is drawn. */
  text: RichText,
  /** `2026-11-03` or `2026-11-03 09:00` in the seller's time zone; null for a draft. */
  planned: z.nullable(z.string()),
  /** Media addresses that hold a playback grant; null without a film. */
  film: z.nullable(
    z.strictObject({
      url: z.string(),
      mimeType: z.string(),
      poster: z.optional(z.string()),
      tracks: z.array(Track),
    }),
  ),
  chapters: z.array(Chapter),
  /** In the order of display. */
  code: z.array(z.strictObject({ name: z.string(), text: z.string() })),
})
export type Preview = z.output<typeof Preview>

export const previewCalls = {
  openPreview: {
    method: 'GET',
    path: '/api/preview/:key',
    actor: 'anyone',
    summary:
      'Opens the preview of a video that is not published yet, by the key in its address; for the admin, by its id as well',
    params: z.strictObject({ key: Line(200) }),
    replies: { 200: Preview },
  },
} as const satisfies Record<string, Call>
