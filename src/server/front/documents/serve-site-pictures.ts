import type { FastifyInstance, FastifyReply } from 'fastify'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import type { Picture } from '#server/platform/site-files/read-picture.ts'

/** Serves the operator's logo and pictures, with headers that make scripts in an SVG ineffective. */
export function registerSitePictures(app: FastifyInstance, { siteFiles }: Pick<Services, 'siteFiles'>): void {
  const at = (url: string, pictures: Iterable<Picture>) =>
    [...pictures].find(({ address }) => address === url.split('?')[0])
  app.get('/logo/:name', { config: { anonymous: true } }, ({ url }, reply) => {
    const { logo } = siteFiles.current
    return send(reply, at(url, logo ? [logo] : []))
  })
  app.get('/pictures/:name', { config: { anonymous: true } }, ({ url }, reply) =>
    send(reply, at(url, siteFiles.current.pictures.values())),
  )
}

function send(reply: FastifyReply, picture: Picture | undefined): FastifyReply | Problem {
  if (!picture) return new Problem('not-found')
  return reply
    .headers({
      'content-type': picture.mediaType,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    })
    .send(picture.bytes)
}
