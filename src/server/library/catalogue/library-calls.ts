import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { readyPiece } from '#server/library/catalogue-replies/kept-pieces.ts'
import { preferredEncoding, sendReadyBytes } from '#server/platform/http/ready-bytes.ts'
import { route } from '#server/platform/http/route.ts'
import { wholeFile } from '#server/platform/outside/media-store.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { LibraryServices } from './library.ts'
import { previewOf } from './listed-catalogue.ts'
import { descriptionOf } from './rich-text.ts'
import { posterAddress } from './video-columns.ts'

/** Registers the public calls of the catalogue (product.md section 7), its series, and the posters. */
export function registerLibraryCalls(app: FastifyInstance, { library, media }: LibraryServices): void {
  for (const name of ['videos', 'videoPieces', 'categories', 'versions', 'series'] as const) {
    route(app, calls[name], ({ request, reply }) => {
      sendReadyBytes(request, reply, library.bytes[name])
      return 'sent'
    })
    app.cachedReplies.at(calls[name].path, ({ headers }) => ({
      variant: library.bytes[name][preferredEncoding(headers['accept-encoding'])],
    }))
  }

  route(app, calls.videoPiece, async ({ params, request, reply }) => {
    const ready = await readyPiece(params.key, library.bytes.pieces)
    if (!ready) return new Problem('not-found')
    sendReadyBytes(request, reply, ready)
    return 'sent'
  })

  route(app, calls.videoText, ({ params }) => {
    const video = library.video(params.id)
    return video ? { status: 200, body: { text: descriptionOf(video) } } : new Problem('not-found')
  })

  route(app, calls.videoPreview, ({ params }) => {
    const preview = previewOf(params.id, library.catalogue)
    return preview ? { status: 200, body: preview } : new Problem('not-found')
  })

  app.get<{ Params: { key: string } }>('/posters/:key', async (request, reply) => {
    const key = library.catalogue.posterKeys.get(posterAddress(request.params.key))
    if (key === undefined) return new Problem('not-found')
    const etag = `"${key}"`
    const cached = { etag, 'cache-control': 'public, max-age=31536000, immutable' }
    if (request.headers['if-none-match'] === etag) return reply.headers(cached).status(304).send()
    const poster = await media.open(key)
    if (!poster) throw new Error(`The poster ${key} is not in the media store`)
    const bytes = await wholeFile(poster)
    return reply
      .headers({ ...cached, 'content-type': poster.mimeType, 'content-length': String(poster.size) })
      .send(bytes)
  })
}
