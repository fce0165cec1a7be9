import { renderAsync } from '@resvg/resvg-js'
import { hexOf, themeOf } from '#server/platform/site-files/theme.ts'
import { html } from './html.ts'
import { productHue } from './look.ts'

/** The site's icons by name below `/icons/`: width in pixels, and whether it is maskable. */
export const icons: Readonly<Record<string, { readonly size: number; readonly maskable: boolean }>> = {
  '180.png': { size: 180, maskable: true },
  '192.png': { size: 192, maskable: false },
  '512.png': { size: 512, maskable: false },
  'maskable.png': { size: 512, maskable: true },
}

/** Returns the site's logo in its hue. */
export function iconSvg(hue: number | undefined, maskable = false): string {
  const theme = themeOf(hue ?? productHue)
  // a maskable icon fills its square, with all that matters within the inner 80 %
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="${maskable ? 0 : 8}" fill="${hexOf(theme, 'light', 'accent')}"/>
<path d="M12 9.5v13l11-6.5z" fill="${hexOf(theme, 'light', 'accent-ink')}"/>
</svg>`.text
}

export async function iconPng(
  hue: number | undefined,
  { size, maskable }: (typeof icons)[string],
): Promise<Buffer> {
  const image = await renderAsync(iconSvg(hue, maskable), { fitTo: { mode: 'width', value: size } })
  return image.asPng()
}
