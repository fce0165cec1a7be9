import { resolve } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import sharp from 'sharp'
import { minutesAndSeconds } from '#domain/durations.ts'
import { signsOf } from '#server/books/invoices/invoice-fonts.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { hexOf, themeOf } from '#server/platform/site-files/theme.ts'
import { html } from './html.ts'

const fontFiles = ['regular', 'semibold'].map((weight) =>
  resolve(import.meta.dirname, `../../books/invoices/fonts/inter-${weight}.ttf`),
)

type Size = { readonly width: number; readonly height: number }
type Shown = {
  readonly title: string
  readonly durationSeconds: number
  readonly posterKey: string | undefined
}

/** Renders the preview picture of a page as PNG, off the main thread. */
export async function drawShareImage(
  services: LibraryServices,
  shown: Shown,
  hue: number,
  size: Size,
): Promise<Buffer> {
  const poster = await posterOf(services, shown, size)
  const svg = shareSvg(shown, services.config.productName, hue, { poster, size })
  const image = await renderAsync(svg, {
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Inter' },
  })
  return image.asPng()
}

function shareSvg(
  shown: Shown,
  productName: string,
  hue: number,
  { poster, size }: { poster: string | undefined; size: Size },
): string {
  const theme = themeOf(hue)
  const [page, ink, muted, accent] = (['page', 'ink', 'muted', 'accent'] as const).map((token) =>
    hexOf(theme, 'dark', token),
  )
  const lines = isLatin(shown.title) ? wrap(shown.title) : []
  const { width, height } = size
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${page}"/>
${poster !== undefined && html`<image href="${poster}" x="560" y="0" width="640" height="${height}" preserveAspectRatio="xMidYMid slice"/>`}
<rect width="560" height="${height}" fill="${page}"/>
<rect width="12" height="${height}" fill="${accent}"/>
${lines.map(
  (line, index) =>
    html`<text x="64" y="${180 + index * 62}" font-family="Inter SemiBold, Inter" font-weight="600" font-size="52" fill="${ink}">${line}</text>`,
)}
<text x="64" y="500" font-family="Inter" font-size="30" fill="${muted}">${minutesAndSeconds(shown.durationSeconds)}</text>
<text x="64" y="566" font-family="Inter SemiBold, Inter" font-weight="600" font-size="30" fill="${accent}">${isLatin(productName) ? productName : ''}</text>
</svg>`.text
}

/** Returns whether these pictures' only font has all characters. */
function isLatin(text: string): boolean {
  return signsOf(text).every(({ piece }) => piece === undefined)
}

/** Wraps to at most four lines of about 18 characters, and truncates the rest. */
function wrap(title: string): string[] {
  const lines: string[] = []
  for (const word of title.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= 18) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.length <= 4 ? lines : [...lines.slice(0, 3), `${lines[3]} …`]
}

/** As a data URL; undefined without a poster. */
async function posterOf(
  { media }: LibraryServices,
  { posterKey }: Shown,
  { height }: Size,
): Promise<string | undefined> {
  const file = posterKey === undefined ? undefined : await media.open(posterKey)
  if (!file) return undefined
  try {
    // resvg supports neither WebP nor AVIF
    const png = await sharp(await file.bytes())
      .resize({ height })
      .png()
      .toBuffer()
    return `data:image/png;base64,${png.toString('base64')}`
  } finally {
    await file.close()
  }
}
