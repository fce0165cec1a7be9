import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { type AfterUpload, receiveUploads } from '#server/library/uploads/receive-upload.ts'
import { findUpload, uploadsOf } from '#server/library/uploads/upload.store.ts'
import { uploadLease } from '#server/library/uploads/upload-lease.ts'
import { releaseUpload } from '#server/library/uploads/uploaded-file.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { startUpload } from './start-upload.ts'

/** Registers the calls of the admin's uploads. Only a part's body stays unread: its bytes go straight to the disk. */
export async function registerUploadCalls(
  app: FastifyInstance,
  services: Services,
  afterUpload: AfterUpload,
): Promise<void> {
  route(app, calls.uploads, async ({ viewer }) => {
    const uploads = await uploadsOf(services.database.db, viewer.userId)
    return {
      status: 200,
      body: {
        maxBytes: services.config.uploadMaxBytes,
        uploads: uploads.map(({ video_id, modified_at, ...upload }) => ({
          ...upload,
          videoId: video_id,
          modifiedAt: modified_at.toISOString(),
        })),
      },
    }
  })
  route(app, calls.startUpload, (context) => startUpload(services, context))
  route(app, calls.dropUpload, async ({ params, viewer }) => {
    const { database } = services
    const upload = await findUpload(database.db, { id: params.id, userId: viewer.userId })
    if (upload?.state !== 'receiving') return new Problem('not-found')
    const lease = uploadLease(services, upload.id)
    try {
      await lease.lock(new AbortController().signal, () => undefined)
    } catch {
      return new Problem('upload-busy', { retryAfterSeconds: 2 })
    }
    await releaseUpload(services, upload.id).finally(() => lease.unlock())
    return { status: 200, body: { status: 'ok' } } as const
  })
  const receiving = receiveUploads(services, afterUpload)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _bytes, done) =>
      done(null, undefined),
    )
    route(scope, calls.uploadOffset, receiving.offset)
    route(scope, calls.uploadPart, receiving.part)
  })
}
