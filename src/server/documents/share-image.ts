import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import type { Video } from '#contract/library/library.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import { minutesAndSeconds } from '#domain/durations.ts'
import { signsOf } from '#server/invoices/invoice-fonts.ts'
import type { LibraryServices } from '#server/library/library.ts'
import { Problem } from '#server/runtime/problem.ts'
import { hexOf, themeOf } from '#server/site-files/theme.ts'
import { html } from './html.ts'
import { productHue } from './look.ts'

/** The size that previews of links want. */
export const shareImageSize = { width: 1200, height: 630 }

/** Address of the picture that previews of a video's page show; it changes with what the picture shows. */
export function shareImagePath({ id, title, thumbnailUrl }: Video, { productName }: SiteConfig): string {
  const shown = JSON.stringify([title, thumbnailUrl, productName])
  const hash = createHash('sha256').update(shown).digest('base64url').slice(0, 12)
  return `/share/${encodeURIComponent(id)}/${hash}.png`
}

const keptBytes = 32 * 1024 * 1024

/** Makes the picture of a video when it is first asked for; its address is good as long as the video is as it was. */
export function registerShareImages(app: FastifyInstance, services: LibraryServices): void {
  const { library, config, siteFiles } = services
  const kept = new LRUCache<string, Promise<Buffer>>({ maxSize: keptBytes, sizeCalculation: () => 150_000 })
  app.get<{ Params: { id: string } }>(
    '/share/:id/:name',
    { config: { anonymous: true } },
    async (request, reply) => {
      const video = library.video(request.params.id)
      const hue = siteFiles.current.look.hue ?? productHue
      const path = video && shareImagePath(video, { productName: config.productName } as SiteConfig)
      if (!video || path !== request.url.split('?')[0]) return new Problem('not-found')
      const key = `${hue} ${path}`
      const made = kept.get(key) ?? draw(services, video, hue)
      kept.set(key, made)
      made.catch(() => kept.delete(key))
      return reply
        .headers({ 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' })
        .send(await made)
    },
  )
}

const fontFiles = ['regular', 'semibold'].map((weight) =>
  resolve(import.meta.dirname, `../invoices/fonts/inter-${weight}.ttf`),
)

/** Off the main thread. */
async function draw(services: LibraryServices, video: Video, hue: number): Promise<Buffer> {
  const svg = shareSvg(video, services.config.productName, hue, await posterOf(services, video))
  const image = await renderAsync(svg, {
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Inter' },
  })
  return image.asPng()
}

function shareSvg(video: Video, productName: string, hue: number, poster: string | undefined): string {
  const theme = themeOf(hue)
  const [page, ink, muted, accent] = (['page', 'ink', 'muted', 'accent'] as const).map((token) =>
    hexOf(theme, 'dark', token),
  )
  const lines = isLatin(video.title) ? wrap(video.title) : []
  const { width, height } = shareImageSize
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${page}"/>
${poster !== undefined && html`<image href="${poster}" x="560" y="0" width="640" height="${height}" preserveAspectRatio="xMidYMid slice"/>`}
<rect width="560" height="${height}" fill="${page}"/>
<rect width="12" height="${height}" fill="${accent}"/>
${lines.map(
  (line, index) =>
    html`<text x="64" y="${180 + index * 62}" font-family="Inter SemiBold, Inter" font-weight="600" font-size="52" fill="${ink}">${line}</text>`,
)}
<text x="64" y="500" font-family="Inter" font-size="30" fill="${muted}">${minutesAndSeconds(video.durationSeconds)}</text>
<text x="64" y="566" font-family="Inter SemiBold, Inter" font-weight="600" font-size="30" fill="${accent}">${isLatin(productName) ? productName : ''}</text>
</svg>`.text
}

/** Whether the one font of these pictures draws all of it. */
function isLatin(text: string): boolean {
  return signsOf(text).every(({ piece }) => piece === undefined)
}

/** Up to four lines of about 18 letters; what is left is cut. */
function wrap(title: string): string[] {
  const lines: string[] = []
  for (const word of title.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= 18) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.length <= 4 ? lines : [...lines.slice(0, 3), `${lines[3]} …`]
}

/** As a data address; undefined where there is none. */
async function posterOf({ library, media }: LibraryServices, { id }: Video): Promise<string | undefined> {
  const key = library.stored(id)?.posterKey
  const file = key === undefined ? undefined : await media.open(key)
  if (!file) return undefined
  try {
    // resvg reads neither WebP nor AVIF
    const png = await sharp(await file.handle.readFile())
      .resize({ height: shareImageSize.height })
      .png()
      .toBuffer()
    return `data:image/png;base64,${png.toString('base64')}`
  } finally {
    await file.close()
  }
}
