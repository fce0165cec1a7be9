import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartProblem } from '#server/database/start-problem.ts'
import { html } from './html.ts'
import type { PageDocument } from './page-document.ts'

/** The built screens: the document that all pages share, and the files that it asks for. */
export type WebBuild = {
  readonly folder: string
  /** Content-Security-Policy of every document. */
  readonly contentSecurityPolicy: string
  /** Files beside the document, such as the icon. */
  readonly rootFiles: readonly string[]
  /** Writes a page's document. `origin` is where the site is reached. */
  fill(page: PageDocument, origin: string): Buffer
}

const head = '<!--head-->'
const app = '<!--app-->'

/** Reads what `npm run build` made; throws `StartProblem` where it did not. */
export async function openWebBuild(folder: string): Promise<WebBuild> {
  const template = await readFile(join(folder, 'index.html'), 'utf8').catch(() => '')
  const [beforeHead, afterHead, ...moreHeads] = template.split(head)
  const [beforeApp, afterApp, ...moreApps] = (afterHead ?? '').split(app)
  if (
    beforeHead === undefined ||
    beforeApp === undefined ||
    afterApp === undefined ||
    moreHeads.length + moreApps.length > 0
  )
    throw new StartProblem(`The screens are not built (${folder}): run npm run build.`)
  const entries = await readdir(folder, { withFileTypes: true })
  return {
    folder,
    contentSecurityPolicy: contentSecurityPolicy(inlineScripts(template).map(hashSource)),
    rootFiles: entries
      .filter((entry) => entry.isFile() && /^[\w-][\w.-]*$/.test(entry.name))
      .map(({ name }) => name)
      .filter((name) => name !== 'index.html'),
    fill: (page, origin) =>
      Buffer.from(beforeHead + headTags(page, origin) + beforeApp + page.html.text + afterApp),
  }
}

/**
 * What a document may load and do: this site's own files, and the inline scripts that were built into it, by their
 * hashes. A nonce would make every reply another one, and ready bytes and 304 impossible.
 */
function contentSecurityPolicy(scriptHashes: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptHashes].join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    ...trustedTypes,
  ].join('; ')
}

/** No text becomes HTML or script in the browser: React, the player and the menus never ask for it. */
const trustedTypes = ["require-trusted-types-for 'script'"]

function inlineScripts(template: string): string[] {
  return [...template.matchAll(/<script(?<attributes>[^>]*)>(?<source>.*?)<\/script>/gs)]
    .filter(({ groups }) => !/\ssrc=/.test(groups?.attributes ?? ''))
    .map(({ groups }) => groups?.source ?? '')
}

function hashSource(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

function headTags({ title, description, canonicalPath }: PageDocument, origin: string): string {
  return html`<title>${title}</title>
${description !== undefined && html`<meta name="description" content="${description}">`}
${canonicalPath === undefined ? html`<meta name="robots" content="noindex">` : html`<link rel="canonical" href="${origin}${canonicalPath}">`}`
    .text
}
