import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import { Id, Instant, Line } from '#contract/shapes.ts'

/** The most bytes of one part, which is one request; the site's proxy lets no larger ones through. */
export const largestPartBytes = 16 * 1024 * 1024

/** A file on the user's disk: a name without folders, its length in bytes, and a SHA-256 of both its ends. */
const file = {
  name: Line(255).check(z.minLength(1), z.regex(/^(?!\.{1,2}$)[^/\\]*$/)),
  length: z.int().check(z.positive()),
  modifiedAt: Instant,
  digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
}

export const UploadStart = z.strictObject({
  ...file,
  purpose: z.literal('film'),
  videoId: Id,
  password: z.optional(CurrentPassword),
})
export type UploadStart = z.infer<typeof UploadStart>

/** An upload that is not complete; the bytes before `received` are on the server. */
const Upload = z.strictObject({
  id: z.uuid(),
  videoId: Id,
  ...file,
  received: z.int().check(z.nonnegative()),
})

export type Upload = z.infer<typeof Upload>

export const StartedUpload = z.strictObject({ id: z.uuid() })
/** With the length of the largest file that can be uploaded. */
export const Uploads = z.strictObject({ uploads: z.array(Upload), maxBytes: z.int() })
/** The bytes of the file from the offset on. */
export const Part = z.string()
export const ById = z.strictObject({ id: z.uuid() })
