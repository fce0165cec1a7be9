import type { DetailedError } from 'tus-js-client'
import { adminUploadCalls } from '#contract/admin/library/admin-upload-calls.ts'
import { pathOf } from '#contract/call.ts'
import type { ProblemBody } from '#contract/problems.ts'
import { siteCalls } from '#contract/site/site-calls.ts'
import { nextPartBytes, smallestPartBytes } from '#domain/uploads/part-size.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { useSite, viewerOf } from '#web/platform/site/site.ts'

export type Sending = {
  /** Bytes that have left this browser. */
  readonly onProgress: (sent: number) => void
  readonly onComplete: () => void
  /** The connection is away, and is tried again; false: it is back. */
  readonly onAway: (isAway: boolean) => void
  /** It does not go on by itself: the person has to sign in again, or to read the sentence. */
  readonly onStopped: (why: 'signed-out' | string) => void
}

/** Seconds between tries: soon at first, then for an hour, which a restart of the server or a way home takes. */
const retrySeconds = [0, 1, 3, 5, 10, ...Array<number>(180).fill(20)]

/**
 * Sends what is missing of a file, in parts of about five seconds each; asks the server first how much it has. Returns a
 * function that stops it.
 */
export async function sendFile(file: File, id: string, on: Sending): Promise<() => Promise<void>> {
  const { Upload } = await import('tus-js-client')
  let partBegan = performance.now()
  const upload = new Upload(file, {
    uploadUrl: pathOf(adminUploadCalls.uploadPart.path, { id }),
    chunkSize: smallestPartBytes,
    retryDelays: retrySeconds.map((seconds) => seconds * 1000),
    // the list of uploads is the server's
    storeFingerprintForResuming: false,
    onBeforeRequest: async (request) => {
      const token = await call(siteCalls.csrfToken)
      // without one the part is refused, and tried again
      if (!(token instanceof CallProblem)) request.setHeader('x-csrf-token', token.body.token)
      const viewer = viewerOf(useSite.getState())
      if (viewer) request.setHeader('x-viewer', viewer)
      request.setHeader('x-language', getLocale())
      partBegan = performance.now()
    },
    onProgress: (sent) => {
      on.onAway(false)
      on.onProgress(sent)
    },
    onChunkComplete: (bytes) => {
      const seconds = (performance.now() - partBegan) / 1000
      upload.options.chunkSize = nextPartBytes({ bytes, seconds })
    },
    onShouldRetry: (error) => {
      upload.options.chunkSize = smallestPartBytes
      const { status, code } = failureOf(error as DetailedError)
      if (code === 'csrf' || code === 'csrf-stale') return true
      const passes = status === 0 || status >= 500 || [408, 409, 423, 429].includes(status)
      const isFull = status === 507
      if (passes && !isFull) on.onAway(true)
      return passes && !isFull
    },
    onSuccess: on.onComplete,
    onError: (error) => {
      const { status, detail } = failureOf(error as DetailedError)
      on.onStopped(status === 401 ? 'signed-out' : detail)
    },
  })
  upload.start()
  return () => upload.abort()
}

/** What the server said; status 0: it could not be reached. */
function failureOf(error: Partial<DetailedError>): { status: number; code?: string; detail: string } {
  const reply = error.originalResponse
  if (!reply) return { status: 0, detail: m.unreachable() }
  const status = reply.getStatus()
  try {
    const { code, detail } = JSON.parse(reply.getBody()) as ProblemBody
    return { status, code, detail }
  } catch {
    // the answer to a question for the offset has no body
    return { status, detail: status === 404 ? m.upload_gone() : `${m.failure()} ${m.failure_advice()}` }
  }
}
