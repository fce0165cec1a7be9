import { renderAsync } from '@resvg/resvg-js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calls } from '#contract/calls.ts'
import { pages } from '#contract/pages.ts'
import { getLocale } from '#messages/generated/runtime.js'
import { readyBytes, sendReadyBytes } from '#server/platform/http/ready-bytes.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { hexOf, themeOf } from '#server/platform/site-files/theme.ts'
import { feedOf } from './feeds.ts'
import { type Html, html, type Sources } from './html.ts'
import { productHue } from './look.ts'
import { pageAt } from './page-at.ts'
import { sitemap } from './sitemap.ts'

const hour = { 'cache-control': 'public, max-age=3600' }

/** Registers robots.txt, sitemap, feeds, manifest and icons. */
export function registerFound(app: FastifyInstance, sourcesNow: () => Promise<Sources>): void {
  app.get('/robots.txt', async (request, reply) => {
    const { origin } = await sourcesNow()
    const lines = [
      'User-agent: *',
      ...closedPaths.map((path) => `Disallow: ${path}`),
      ...openCalls.map(({ path }) => `Allow: ${path.replaceAll(/:\w+/g, '*')}$`),
      'Allow: /media/free/',
      `Sitemap: ${origin}/sitemap.xml`,
    ]
    return send(request, reply, 'text/plain; charset=utf-8', `${lines.join('\n')}\n`)
  })
  app.get('/sitemap.xml', async (request, reply) =>
    sendXml(request, reply, 'application/xml', sitemap(await sourcesNow())),
  )
  app.get('/feed.xml', async (request, reply) =>
    sendXml(request, reply, 'application/rss+xml', feedOf(await sourcesNow())),
  )
  app.get('/manifest.webmanifest', async (request, reply) =>
    send(request, reply, 'application/manifest+json', JSON.stringify(manifest(await sourcesNow()))),
  )
  app.get<{ Params: { name: string } }>('/icons/:name', async (request, reply) => {
    const { hue } = (await sourcesNow()).files.look
    if (request.params.name === 'icon.svg') return send(request, reply, 'image/svg+xml', iconSvg(hue))
    const icon = Object.hasOwn(icons, request.params.name) ? icons[request.params.name] : undefined
    return icon ? send(request, reply, 'image/png', await iconPng(hue, icon)) : new Problem('not-found')
  })
}

/** Returns the feed of a category, at `…/feed.xml` below its page; undefined for any other path. */
export async function categoryFeed(
  request: FastifyRequest,
  reply: FastifyReply,
  sources: Sources,
): Promise<FastifyReply | undefined> {
  const path = (request.url.split('?')[0] ?? '').replace(/\/feed\.xml$/, '')
  if (!request.url.startsWith(pages.category.path.slice(0, -1)) || path === request.url.split('?')[0])
    return undefined
  const page = pageAt(path, sources, false)
  return page?.name === 'category'
    ? sendXml(request, reply, 'application/rss+xml', feedOf(sources, page.categories))
    : undefined
}

/** Paths without pages, which robots.txt disallows. */
const closedPaths = ['/api/', '/auth/', '/media/']

/** Calls of public pages. Opening a video counts as a stream, so that stays disallowed. */
const openCalls = [
  calls.videos,
  calls.videoPieces,
  calls.videoPiece,
  calls.categories,
  calls.versions,
  calls.series,
  calls.videoPreview,
  calls.videoText,
  calls.config,
  calls.userSession,
  calls.shop,
]

function manifest({ site, files }: Sources) {
  const theme = themeOf(files.look.hue ?? productHue)
  return {
    name: site.productName,
    short_name: site.productName,
    id: '/',
    start_url: '/content',
    scope: '/',
    display: 'minimal-ui',
    lang: getLocale(),
    theme_color: hexOf(theme, 'light', 'accent'),
    background_color: hexOf(theme, 'light', 'page'),
    icons: [
      ...Object.entries(icons).map(([name, { size, maskable }]) => ({
        src: `/icons/${name}`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: maskable ? 'maskable' : 'any',
      })),
      { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
  }
}

function sendXml(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  { text }: Html,
): Promise<FastifyReply> {
  return send(request, reply, `${type}; charset=utf-8`, text)
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  body: string | Buffer,
): Promise<FastifyReply> {
  const vary = { vary: 'Accept-Encoding, Accept-Language, Cookie' }
  return sendReadyBytes(request, reply, await readyBytes(type, Buffer.from(body), { ...hour, ...vary }, 5))
}

/** The site's icons by name below `/icons/`: width in pixels, and whether it is maskable. */
const icons: Readonly<Record<string, { readonly size: number; readonly maskable: boolean }>> = {
  '180.png': { size: 180, maskable: true },
  '192.png': { size: 192, maskable: false },
  '512.png': { size: 512, maskable: false },
  'maskable.png': { size: 512, maskable: true },
}

/** Returns the site's logo in its hue. */
function iconSvg(hue: number | undefined, maskable = false): string {
  const theme = themeOf(hue ?? productHue)
  // a maskable icon fills its square, with all that matters within the inner 80 %
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="${maskable ? 0 : 8}" fill="${hexOf(theme, 'light', 'accent')}"/>
<path d="M12 9.5v13l11-6.5z" fill="${hexOf(theme, 'light', 'accent-ink')}"/>
</svg>`.text
}

async function iconPng(hue: number | undefined, { size, maskable }: (typeof icons)[string]): Promise<Buffer> {
  const image = await renderAsync(iconSvg(hue, maskable), { fitTo: { mode: 'width', value: size } })
  return image.asPng()
}
