import type { FastifyInstance } from 'fastify'
import { matchesEtag } from '#server/http/ready-bytes.ts'
import { isMediaKey } from '#server/outside/media-store.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { isAvatar } from './avatar.store.ts'

/**
 * `GET /avatars/{key}`: the picture of a user. A key is a hash that only who may see the user learns, and names the same
 * bytes for ever. What is in the media store and nobody's picture is not found here: films have keys of the same kind.
 */
export function registerAvatars(app: FastifyInstance, { database, media }: Services): void {
  app.route<{ Params: { key: string } }>({
    method: 'GET',
    url: '/avatars/:key',
    config: { anonymous: true },
    handler: async (request, reply) => {
      const { key } = request.params
      if (!isMediaKey(key) || !(await isAvatar(database.db, key))) return new Problem('not-found')
      const etag = `"${key}"`
      const cached = { etag, 'cache-control': 'public, max-age=31536000, immutable' }
      const known = request.headers['if-none-match']
      if (known !== undefined && matchesEtag(known, etag)) return reply.headers(cached).status(304).send()
      const picture = await media.open(key)
      // its user took it away at this very moment
      if (!picture) return new Problem('not-found')
      return reply
        .headers({ ...cached, 'content-type': picture.mimeType, 'content-length': String(picture.size) })
        .send(picture.handle.createReadStream())
    },
  })
}
