import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Id } from '#contract/shapes.ts'

/** A text file as imported, byte for byte; `name` is a path with `/` between folders. */
const CodeFile = z.strictObject({ name: z.string(), text: z.string() })

/** The code of films. */
export const codeCalls = {
  videoCode: {
    method: 'GET',
    path: '/api/video/:id/code',
    actor: 'anyone',
    summary: "The files of a video's code, for whoever may watch it",
    params: z.strictObject({ id: Id }),
    replies: { 200: z.strictObject({ files: z.array(CodeFile) }) },
  },
} as const satisfies Record<string, Call>
