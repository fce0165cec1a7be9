import { createHash } from 'node:crypto'
import { hexOf, themeCss, themeOf } from '#server/platform/site-files/theme.ts'
import { type Html, html, trustedHtml } from './html.ts'

/** The site's colours in the head of every document. */
export type Look = {
  readonly tags: Html
  /** Hashes of inline styles for the Content-Security-Policy. */
  readonly styles: readonly string[]
}

/** Without an operator's hue the colours are the style sheet's. */
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
