import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { AnyPageName } from '#contract/desk/desk-pages.ts'
import type { Video } from '#contract/library/library.ts'
import {
  cardSizes,
  cardsFirst,
  heroSizes,
  narrowScreen,
  posterSet,
  widerScreen,
  widestCopy,
} from '#contract/library/poster.ts'
import { type Carried, carriedId } from '#contract/site/carried.ts'
import type { TextName } from '#contract/site/site.ts'
import { mostInOneReply, piecesShownFirst } from '#domain/catalogue/library-pieces.ts'
import type { Language } from '#domain/language.ts'
import { getLocale } from '#messages/generated/runtime.js'
import { type ListedCatalogue, newestVideos, previewOf } from '#server/library/catalogue/listed-catalogue.ts'
import { descriptionOf } from '#server/library/catalogue/rich-text.ts'
import { textVersions } from './fill-text.ts'
import { type Html, html, type Sources, trustedHtml } from './html.ts'
import type { FoundPage } from './page-at.ts'

/** The files that the build emitted for each page, besides the common ones, and for loading the library in pieces. */
export type PageFiles = Readonly<
  Partial<
    Record<
      AnyPageName | 'videoPieces',
      { readonly scripts: readonly string[]; readonly styles: readonly string[] }
    >
  >
>

/** Empty if the build has not listed them. */
export async function readPageFiles(folder: string, language: Language): Promise<PageFiles> {
  const text = await readFile(join(folder, `.vite/pages.${language}.json`), 'utf8').catch(() => '{}')
  return JSON.parse(text)
}

/** The facts about a page's first view. */
type FirstView = {
  readonly page?: FoundPage | undefined
  readonly carried?: Carried | undefined
  readonly posters?: readonly Html[] | undefined
}

/** Returns preload tags for a page's first view, so that the browser fetches all of it in parallel. */
export function firstViewTags({ page, carried, posters = [] }: FirstView, files: PageFiles): Html {
  const { scripts = [], styles = [] } = (page && files[page.name]) ?? {}
  const reading = (carried?.videoPieces && files.videoPieces?.scripts) ?? []
  const tags = [
    // requests in parallel are limited: visible content goes before code
    ...posters,
    ...styles.map((file) => html`<link rel="stylesheet" crossorigin href="/${file}">`),
    ...[...new Set([...scripts, ...reading])].map(
      (file) => html`<link rel="modulepreload" crossorigin href="/${file}">`,
    ),
    ...(page ? readsOf(page, carried ?? {}) : []).map(
      (path) => html`<link rel="preload" as="fetch" crossorigin href="${path}">`,
    ),
    ...(carried ? [carriedElement(carried)] : []),
  ]
  return html`${tags.map((tag) => html`${tag}\n`)}`
}

/**
 * Moves scripts from a document's head to an element that a script of the head (`src/web/index.html`) activates once
 * the document is shown, because its text is readable before any script. The first file and the calls are preloaded
 * anyway, after visible content, and so are the page's own files, unless the document shows pictures, which then go
 * first. With a free video everything waits until it has begun to load, because browsers would load it last. The
 * script that chooses its size is only in documents of films with several.
 */
export function runLater(
  { page, posters = [] }: FirstView,
  head: string,
): { readonly ahead: Html; readonly head: string } {
  const { freeFilm: free, freeSizes: sizes } = page ?? {}
  const scripts = head.match(script) ?? []
  const waiting = free ? asked : posters.length > 0 ? moduleLink : nothing
  const run = [...(free ? scripts.map(askedFor) : []), ...scripts, ...(head.match(waiting) ?? [])].join('')
  const film = free && html` data-film="${free}"${sizes && html` data-sizes="${JSON.stringify(sizes)}"`}`
  return {
    ahead: html`<template id="later"${film ?? ''}>${trustedHtml(run)}</template>\n`,
    head: (sizes ? head : head.replace(sizesScript, ''))
      .replace(waiting, '')
      .replace(script, free ? () => '' : askedFor)
      .replace(moduleStart, '$& fetchpriority="low"'),
  }
}

const script = /<script type="module"[^>]*><\/script>\n?/g
const sizesScript = /<script data-sizes>.*?<\/script>\s*/s
/** Scripts come after visible content: pictures and fonts go first. */
const moduleStart = /<link rel="modulepreload"/g
const moduleLink = /<link rel="modulepreload"[^>]*>\n?/g
const nothing = /(?!)/g
const asked = /<link rel="(?:modulepreload|preload" as="fetch)"[^>]*>\n?/g

/** HTTP/1.1 allows six parallel requests, and inserted scripts are requested after links: this one is the largest. */
function askedFor(tag: string): string {
  const [, address = ''] = /src="([^"]+)"/.exec(tag) ?? []
  return `<link rel="modulepreload" crossorigin href="${address}">\n`
}

/**
 * The first calls of a page, except those carried in its document. Their replies are independent of the language,
 * because a preload cannot send one.
 */
function readsOf(page: FoundPage, { catalogue, videoPieces, videoText }: Partial<Carried>): string[] {
  const { name, video } = page
  const session = calls.userSession.path
  if (name === 'shop' || name === 'shopProduct') return [session, calls.shop.path]
  const isListing = showsLibrary(page)
  if (!isListing && name !== 'landing') return [session]
  return [
    session,
    ...(videoPieces
      ? piecesShownFirst(videoPieces).map(({ key }) => pathOf(calls.videoPiece.path, { key }))
      : [calls.videos.path]),
    ...(catalogue?.categories ? [] : [calls.categories.path]),
    ...(!isListing || catalogue?.versions ? [] : [calls.versions.path]),
    ...(!isListing || catalogue?.series ? [] : [calls.series.path]),
    ...(video && video.description !== '' && !videoText
      ? [pathOf(calls.videoText.path, { id: video.id })]
      : []),
  ]
}

/** Whether a page loads the whole library: the landing page does, for its videos and their categories. */
function showsLibrary({ name, video, series }: FoundPage): boolean {
  return video !== undefined || series !== undefined || name === 'content' || name === 'category'
}

/**
 * Returns the data of a page's first calls for its document: the settings, its text, and the details of a locked video.
 */
export function carriedBy(page: FoundPage, sources: Sources): Carried {
  const { name, video } = page
  const catalogue = carriedCatalogue(page, sources.catalogue)
  const text = namesOfTexts[name]
  const preview = video && !video.free ? previewOf(video.id, sources.catalogue) : undefined
  return {
    config: sources.site,
    librarySize: sources.catalogue.size,
    ...(video && preview && { preview: { videoId: video.id, ...preview } }),
    ...(video &&
      video.description !== '' && { videoText: { videoId: video.id, text: descriptionOf(video) } }),
    ...(video?.free && { freeVideo: video.id }),
    ...(catalogue && { catalogue }),
    // the landing page, which has no room for more code, loads it whole
    ...(showsLibrary(page) && sources.catalogue.size.videos > mostInOneReply && inPieces(sources)),
    ...(text && { texts: { [text]: textVersions(sources, text, getLocale()) } }),
  }
}

function inPieces({ pieces, catalogue }: Sources): Pick<Carried, 'videoPieces' | 'labels'> {
  const labels = { tags: [...catalogue.labels.tags], versions: [...catalogue.labels.versions] }
  return { videoPieces: pieces, ...(isSmall(labels) && { labels }) }
}

/** In characters; larger data is loaded by a separate call, which the browser caches. */
const maxCarriedLength = 16_000
const isSmall = (part: unknown) => JSON.stringify(part).length <= maxCarriedLength

function carriedCatalogue(page: FoundPage, of: ListedCatalogue): Carried['catalogue'] {
  const isListing = showsLibrary(page)
  if (!isListing && page.name !== 'landing') return undefined
  return {
    ...(isSmall(of.categories) && { categories: [...of.categories] }),
    ...(isListing && isSmall(of.versions) && { versions: [...of.versions] }),
    ...(isListing && isSmall(of.series) && { series: [...of.series] }),
  }
}

const namesOfTexts: Readonly<Partial<Record<AnyPageName, TextName>>> = {
  landing: 'landing',
  faq: 'faq',
  imprint: 'imprint',
  termsAndConditions: 'terms-and-conditions',
  privacyPolicy: 'privacy-policy',
  about: 'about',
}

/** Browsers do not execute this type, and no text can end the element. */
function carriedElement(carried: Carried): Html {
  const json = JSON.stringify(carried).replaceAll('<', '\\u003c')
  return trustedHtml(`<script type="application/json" id="${carriedId}">${json}</script>`)
}

/**
 * Preloads the first posters of a page, which the browser would otherwise discover only after code and data. In the
 * width that the page shows.
 */
export function posterPreloads(
  { name, video }: FoundPage,
  catalogue: ListedCatalogue,
  /** The landing page's first video. */
  hero?: Video,
): Html[] {
  if (video) return filmPoster(video)
  if (name === 'landing') return hero ? poster(hero, heroSizes) : []
  if (name === 'content')
    return newestVideos(catalogue)
      .slice(0, cardsFirst)
      .flatMap((one) => poster(one, cardSizes))
  return []
}

function poster(video: Video, sizes: string): Html[] {
  const { thumbnailUrl } = video
  if (thumbnailUrl === undefined) return []
  const set = posterSet(video)
  return [
    html`<link rel="preload" as="image" fetchpriority="high" href="${thumbnailUrl}"${set !== undefined && html` imagesrcset="${set}" imagesizes="${sizes}"`}>`,
  ]
}

function filmPoster(video: Video): Html[] {
  const { thumbnailUrl } = video
  if (thumbnailUrl === undefined) return []
  const copy = widestCopy(video)
  if (copy === undefined)
    return [html`<link rel="preload" as="image" fetchpriority="high" href="${thumbnailUrl}">`]
  return [
    html`<link rel="preload" as="image" fetchpriority="high" href="${copy}" media="${narrowScreen}">`,
    html`<link rel="preload" as="image" fetchpriority="high" href="${thumbnailUrl}" media="${widerScreen}">`,
  ]
}

/**
 * The pictures of a page's first view are part of its document, in their final place and size: they are visible while
 * scripts load, and the page's own ones are no larger.
 */

/** Returns a poster in the screen's width; empty for a video without one. */
export function posterImage(
  video: Video,
  sizes: string,
  { first, className }: { readonly first: boolean; readonly className?: string },
): Html | false {
  const { thumbnailUrl } = video
  if (thumbnailUrl === undefined) return false
  const set = posterSet(video)
  return html`<img${set !== undefined && html` srcset="${set}" sizes="${sizes}"`} src="${thumbnailUrl}" alt="" width="640" height="360"${first ? html` fetchpriority="high"` : html` loading="lazy"`}${className !== undefined && html` class="${className}"`}>`
}

/**
 * Returns the poster where a video will play, beside the text; empty without one. The page's script puts a free video
 * over it (`src/web/index.html`); for readers without scripts it is here.
 */
export function filmPicture(
  video: Video,
  { isBeside, freeFilm }: { readonly isBeside: boolean; readonly freeFilm: string | undefined },
): Html | false {
  const { thumbnailUrl } = video
  if (thumbnailUrl === undefined) return false
  const copy = widestCopy(video)
  return html`<div class="watch-stage"><div class="watch-film"><div id="player" tabindex="-1" class="player"><picture>${copy !== undefined && html`<source media="${narrowScreen}" srcset="${copy}">`}<img src="${thumbnailUrl}" alt="" width="640" height="360" fetchpriority="high" class="size-full object-cover"></picture>${freeFilm !== undefined && html`<noscript><video src="${freeFilm}" poster="${thumbnailUrl}" controls playsinline preload="metadata" aria-label="${video.title}"></video></noscript>`}</div></div>${isBeside && html`<div class="watch-transcript"></div>`}</div>`
}
