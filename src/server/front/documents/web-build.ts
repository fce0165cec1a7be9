import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Drawing } from '#contract/site/drawn-page.ts'
import type { Comments } from '#domain/comments.ts'
import { type Language, languages } from '#domain/language.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { firstViewTags, type PageFiles, readPageFiles, runLater } from './first-view.ts'
import { headTags } from './head-tags.ts'
import { addressIn } from './html.ts'
import type { Look } from './look.ts'
import type { PageDocument } from './page-document.ts'

/** The built screens: the template of all pages, and its files. */
export type WebBuild = {
  readonly folder: string
  /** Content-Security-Policy of every document, except those with a provider's card form. */
  readonly contentSecurityPolicy: string
  /** The same for documents with Stripe's card form. */
  stripePolicy(further: FurtherSources): string
  /** The usual policy with additional sources. */
  policyWith(further: FurtherSources): string
  /** Files beside the document, such as the icon. */
  readonly rootFiles: readonly string[]
  /** The page renderer of each language. */
  readonly drawings: ReadonlyMap<Language, Drawing>
  /** Renders a page's document in its language. `origin` is the site's. */
  fill(page: PageDocument, origin: string, look: Look): Buffer
}

const head = '<!--head-->'
const app = '<!--app-->'
/** The element that React draws in. */
const root = '<div id="root">'

/**
 * Reads the result of `npm run build`; throws `StartProblem` if it is missing.
 * @param filmOrigin of the storage that sends films itself
 */
export async function openWebBuild(folder: string, filmOrigin?: string): Promise<WebBuild> {
  const templates = new Map<Language, readonly [string, string, string]>()
  const files = new Map<Language, PageFiles>()
  const drawings = new Map<Language, Drawing>()
  for (const language of languages) {
    templates.set(language, await readTemplate(folder, language))
    files.set(language, await readPageFiles(folder, language))
    drawings.set(language, await readDrawing(folder, language))
  }
  const entries = await readdir(folder, { withFileTypes: true })
  const scripts = [...templates.values()].flatMap((parts) => inlineScripts(parts.join('')))
  return {
    folder,
    drawings,
    ...policies([...new Set(scripts)].map(hashSource), filmOrigin),
    rootFiles: entries
      .filter((entry) => entry.isFile() && /^[\w-][\w.-]*$/.test(entry.name))
      .map(({ name }) => name)
      .filter((name) => !/^index\.\w+\.html$/.test(name)),
    fill: (page, origin, look) => {
      const [beforeHead, beforeApp = '', afterApp] = templates.get(page.language) ?? []
      // files of every page go first, above all the style sheet
      const headEnd = beforeApp.indexOf('</head>')
      const first = firstViewTags(page, files.get(page.language) ?? {}).text
      const { ahead, head: asked } = runLater(page, beforeApp.slice(0, headEnd) + first)
      const beforeRoot = beforeApp.slice(headEnd).replace(root, () => page.notices + root)
      return Buffer.from(
        `${beforeHead}${ahead.text}${headTags(page, origin).text}${look.tags.text}${asked}${beforeRoot}${drawn(page, drawings)}${afterApp}`,
      )
    },
  }
}

/** Renders a page between the screens' header and footer. */
function drawn(
  { language, addressed, signedIn, page, carried, html }: PageDocument,
  drawings: ReadonlyMap<Language, Drawing>,
): string {
  const drawing = drawings.get(language)
  if (!drawing) throw new TypeError(`There is no drawing in ${language}`)
  // the document of unknown addresses is shared: its links to other languages are relative
  const text = drawing.drawPage({
    config: carried.config,
    path: page?.path ?? '',
    signedIn,
    text: html.text,
  })
  return addressed ? keepingLanguage(text, language) : text
}

/** Readers without scripts keep the address's language when they follow links. */
function keepingLanguage(text: string, language: Language): string {
  return text.replace(
    / href="(\/[^"?#]*)(#[^"]*)?"/g,
    (_, path: string, place = '') => ` href="${addressIn(language, path)}${place}"`,
  )
}

/** Loads the page renderer of a language. */
async function readDrawing(folder: string, language: Language): Promise<Drawing> {
  const path = join(folder, 'draw', `draw.${language}.js`)
  if (!existsSync(path)) throw notBuilt(folder)
  return import(pathToFileURL(path).href)
}

function notBuilt(folder: string): StartProblem {
  return new StartProblem(`The screens are not built (${folder}): run npm run build.`)
}

/** The template of a language in three parts: before the head's tags, before the text, and after it. */
async function readTemplate(folder: string, language: Language): Promise<[string, string, string]> {
  const template = await readFile(join(folder, `index.${language}.html`), 'utf8').catch(() => '')
  const [beforeHead, afterHead, ...moreHeads] = template.split(head)
  const [beforeApp, afterApp, ...moreApps] = (afterHead ?? '').split(app)
  if (
    beforeHead === undefined ||
    beforeApp === undefined ||
    afterApp === undefined ||
    moreHeads.length + moreApps.length > 0
  )
    throw notBuilt(folder)
  return [beforeHead, beforeApp, afterApp]
}

/** Sources that a page allows besides this site's own files, by directive. */
export type FurtherSources = Readonly<
  Partial<Record<'script-src' | 'style-src' | 'connect-src' | 'frame-src' | 'img-src', readonly string[]>>
>

/** Returns the sources of both. */
export function together(one: FurtherSources, other: FurtherSources): FurtherSources {
  const names = [...Object.keys(one), ...Object.keys(other)] as (keyof FurtherSources)[]
  return Object.fromEntries(names.map((name) => [name, [...(one[name] ?? []), ...(other[name] ?? [])]]))
}

/**
 * Returns the policies of documents: this site's own files, and the built-in inline scripts by hash. A nonce would make
 * every reply different, and rule out cached bytes and 304.
 */
function policies(
  scriptHashes: readonly string[],
  filmOrigin: string | undefined,
): Pick<WebBuild, 'contentSecurityPolicy' | 'stripePolicy' | 'policyWith'> {
  const media = ["'self'", 'blob:', ...(filmOrigin === undefined ? [] : [filmOrigin])]
  const policyWith = (further: FurtherSources) => contentSecurityPolicy(scriptHashes, media, further)
  return {
    contentSecurityPolicy: policyWith({}),
    stripePolicy: (further) => policyWith(together(stripeSources, further)),
    policyWith,
  }
}

function contentSecurityPolicy(
  scriptHashes: readonly string[],
  media: readonly string[],
  further: FurtherSources,
): string {
  const frames = further['frame-src'] ?? []
  const scripts = further['script-src'] ?? []
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptHashes, ...scripts].join(' ')}`,
    `style-src ${["'self'", ...(further['style-src'] ?? [])].join(' ')}`,
    `img-src ${["'self'", 'data:', 'blob:', ...(further['img-src'] ?? [])].join(' ')}`,
    `media-src ${media.join(' ')}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...(further['connect-src'] ?? [])].join(' ')}`,
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // a third-party script changes without us (decisions/093); this site's own are named by hash
    ...(scripts.every((source) => source.startsWith("'sha256-")) ? trustedTypes : []),
  ].join('; ')
}

/** Stripe's script loads its parts from here, and its fields are frames (docs.stripe.com/security/guide). */
const stripeScripts = ['https://js.stripe.com', 'https://*.js.stripe.com']
const stripeSources: FurtherSources = {
  'script-src': stripeScripts,
  'connect-src': ['https://api.stripe.com'],
  'frame-src': [...stripeScripts, 'https://hooks.stripe.com'],
}

/** Text never becomes HTML or script in the browser: React, the player and the menus do not need it. */
const trustedTypes = ["require-trusted-types-for 'script'"]

function inlineScripts(template: string): string[] {
  return [...template.matchAll(/<script(?<attributes>[^>]*)>(?<source>.*?)<\/script>/gs)]
    .filter(({ groups }) => !/\ssrc=/.test(groups?.attributes ?? ''))
    .map(({ groups }) => groups?.source ?? '')
}

function hashSource(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

/** Returns the sources that a video's page allows for the comments service, and no other page does. */
export function commentsSources(comments: Comments): FurtherSources {
  if (comments.provider === 'none') return {}
  if (comments.provider === 'disqus') return disqus(comments.site)
  if (comments.provider === 'giscus') return giscus
  const { origin } = new URL(comments.url)
  const own = { 'script-src': [origin], 'connect-src': [origin], 'style-src': [origin], 'img-src': [origin] }
  return comments.provider === 'isso' ? own : { ...own, 'frame-src': [origin] }
}

/**
 * Its script loads its parts from its own hosts, and shows the comments in a frame (help.disqus.com, Content Security
 * Policy).
 */
function disqus(shortname: string): FurtherSources {
  const [own, parts] = [`https://${shortname}.disqus.com`, 'https://*.disquscdn.com']
  return {
    'script-src': [own, 'https://disqus.com', parts],
    'connect-src': ['https://disqus.com', 'https://*.disqus.com', parts],
    'frame-src': ['https://disqus.com'],
    'style-src': [parts],
    'img-src': ['https://*.disqus.com', parts],
  }
}

/** One script and one style sheet; the rest is in its frame (github.com/giscus/giscus, ADVANCED-USAGE.md). */
const giscus: FurtherSources = {
  'script-src': ['https://giscus.app'],
  'frame-src': ['https://giscus.app'],
  'style-src': ['https://giscus.app'],
}
