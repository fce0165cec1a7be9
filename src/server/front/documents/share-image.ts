import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Series, Video } from '#contract/library/library.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { seriesVideos } from '#server/library/catalogue/listed-catalogue.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { productHue } from './look.ts'

/** The usual size of link previews, in pixels. */
export const shareImageSize = { width: 1200, height: 630 }

/** Returns the address of a video page's preview picture; it changes with the picture's content. */
export function shareImagePath(
  { id, title, thumbnailUrl }: Video,
  { productName }: Pick<SiteConfig, 'productName'>,
): string {
  return `/share/${encodeURIComponent(id)}/${hashOf([title, thumbnailUrl, productName])}.png`
}

/** The same for the page of a series. */
export function seriesImagePath(
  { urlKey, title, thumbnailUrl }: Series,
  videos: readonly Video[],
  { productName }: Pick<SiteConfig, 'productName'>,
): string {
  const hash = hashOf([title, thumbnailUrl, productName, lengthOf(videos)])
  return `/share/series/${encodeURIComponent(urlKey)}/${hash}.png`
}

function hashOf(shown: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 12)
}

function lengthOf(videos: readonly Video[]): number {
  return videos.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)
}

const keptBytes = 32 * 1024 * 1024

/**
 * Serves the preview pictures of videos and series, rendered on first request; an address is valid while its content is
 * unchanged.
 */
export function registerShareImages(app: FastifyInstance, services: LibraryServices): void {
  const { library, config, siteFiles } = services
  const kept = new LRUCache<string, Promise<Buffer>>({ maxSize: keptBytes, sizeCalculation: () => 150_000 })
  const answer = async (reply: FastifyReply, url: string, shown: Shown | undefined) => {
    if (shown?.path !== url.split('?')[0] || !shown) return new Problem('not-found')
    const hue = siteFiles.current.look.hue ?? productHue
    const key = `${hue} ${shown.path}`
    const made = kept.get(key) ?? draw(services, shown, hue)
    kept.set(key, made)
    made.catch(() => kept.delete(key))
    return reply
      .headers({ 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' })
      .send(await made)
  }
  app.get<{ Params: { id: string } }>('/share/:id/:name', options, ({ params, url }, reply) => {
    const video = library.video(params.id)
    return answer(
      reply,
      url,
      video && {
        path: shareImagePath(video, config),
        title: video.title,
        durationSeconds: video.durationSeconds,
        posterKey: library.stored(video.id)?.posterKey,
      },
    )
  })
  app.get<{ Params: { key: string } }>('/share/series/:key/:name', options, ({ params, url }, reply) => {
    const { catalogue } = library
    const series = catalogue.series.find(({ urlKey }) => urlKey === params.key)
    const videos = series ? seriesVideos(series, catalogue) : []
    return answer(
      reply,
      url,
      series && {
        path: seriesImagePath(series, videos, config),
        title: series.title,
        durationSeconds: lengthOf(videos),
        posterKey:
          catalogue.seriesPosters.get(series.urlKey) ?? library.stored(videos[0]?.id ?? '')?.posterKey,
      },
    )
  })
}

const options = { config: { anonymous: true } } as const

/** The content of a picture, and its address. */
type Shown = {
  readonly path: string
  readonly title: string
  readonly durationSeconds: number
  readonly posterKey: string | undefined
}

/** Loaded on demand: the renderer would slow the startup. */
async function draw(services: LibraryServices, shown: Shown, hue: number): Promise<Buffer> {
  const { drawShareImage } = await import('./draw-share-image.ts')
  return drawShareImage(services, shown, hue, shareImageSize)
}
