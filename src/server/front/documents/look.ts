import { createHash } from 'node:crypto'
import { hexOf, themeCss, themeOf } from '#server/platform/site-files/theme.ts'
import { type Html, html, trustedHtml } from './html.ts'

/** What the head of every document says about the site's colours. */
export type Look = {
  readonly tags: Html
  /** What the Content-Security-Policy has to admit for it: hashes of inline styles. */
  readonly styles: readonly string[]
}

/** Without a hue of the operator's own the colours are those of the style sheet. */
export function lookOf(hue: number | undefined): Look {
  const theme = themeOf(hue ?? productHue)
  const css = hue === undefined ? undefined : themeCss(theme)
  return {
    tags: html`
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${hexOf(theme, 'light', 'page')}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${hexOf(theme, 'dark', 'page')}">
<link rel="icon" type="image/svg+xml" href="/icons/icon.svg">
<link rel="apple-touch-icon" href="/icons/180.png">
<link rel="manifest" href="/manifest.webmanifest">
${css !== undefined && trustedHtml(`<style>${css}</style>`)}`,
    styles: css === undefined ? [] : [`'sha256-${createHash('sha256').update(css).digest('base64')}'`],
  }
}

/** As in `styles.css`. */
export const productHue = 162
