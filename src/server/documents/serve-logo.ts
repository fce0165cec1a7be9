import type { FastifyInstance } from 'fastify'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'

/** The operator's logo. As a document of its own it could do nothing, whatever an SVG says. */
export function registerLogo(app: FastifyInstance, { siteFiles }: Services): void {
  app.get('/logo/:name', { config: { anonymous: true } }, (request, reply) => {
    const { logo } = siteFiles.current
    if (!logo || request.url.split('?')[0] !== logo.address) return new Problem('not-found')
    return reply
      .headers({
        'content-type': logo.mediaType,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
      })
      .send(logo.bytes)
  })
}
