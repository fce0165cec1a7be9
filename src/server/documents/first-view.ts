import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { Video } from '#contract/library/library.ts'
import {
  cardSizes,
  heroSizes,
  narrowScreen,
  posterSet,
  widerScreen,
  widestCopy,
} from '#contract/library/poster.ts'
import type { PageName } from '#contract/pages.ts'
import { type Carried, carriedId } from '#contract/site/carried.ts'
import { groupByDay } from '#domain/catalogue/listing-groups.ts'
import type { Language } from '#domain/language.ts'
import type { ListedCatalogue } from '#server/library/listed-catalogue.ts'
import { type Html, html, trustedHtml } from './html.ts'
import type { FoundPage } from './page-at.ts'

/** The files that the build has made for each page, beside those of every page. */
export type PageFiles = Readonly<
  Partial<Record<PageName, { readonly scripts: readonly string[]; readonly styles: readonly string[] }>>
>

/** Empty where the build has not written them down. */
export async function readPageFiles(folder: string, language: Language): Promise<PageFiles> {
  const text = await readFile(join(folder, `.vite/pages.${language}.json`), 'utf8').catch(() => '{}')
  return JSON.parse(text)
}

/** What the document of a page knows of its first view. */
type FirstView = {
  readonly page?: FoundPage | undefined
  readonly carried?: Carried | undefined
  readonly posters?: readonly Html[] | undefined
}

/** What a page needs for its first view, so that the browser fetches all of it at once. */
export function firstViewTags({ page, carried, posters = [] }: FirstView, files: PageFiles): Html {
  const { scripts = [], styles = [] } = (page && files[page.name]) ?? {}
  const tags = [
    ...styles.map((file) => html`<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => html`<link rel="modulepreload" crossorigin href="/${file}">`),
    ...(page ? readsOf(page) : []).map(
      (path) => html`<link rel="preload" as="fetch" crossorigin href="${path}">`,
    ),
    ...posters,
    ...(carried ? [carriedElement(carried)] : []),
  ]
  return html`${tags.map((tag) => html`${tag}\n`)}`
}

/** The calls that a page makes first. Their replies are the same in every language, for a preload cannot name one. */
function readsOf({ name, video, series }: FoundPage): string[] {
  const library = [calls.videos.path, calls.categories.path]
  if (name === 'shop' || name === 'shopProduct') return [calls.userSession.path, calls.shop.path]
  if (name === 'landing') return [calls.userSession.path, ...library]
  if (name === 'content' || name === 'category' || series)
    return [calls.userSession.path, ...library, calls.versions.path, calls.series.path]
  if (video)
    return [
      calls.userSession.path,
      ...library,
      calls.versions.path,
      calls.series.path,
      ...(video.description === '' ? [] : [pathOf(calls.videoText.path, { id: video.id })]),
    ]
  return [calls.userSession.path]
}

/** A browser runs nothing of this type, and no text can end the element. */
function carriedElement(carried: Carried): Html {
  const json = JSON.stringify(carried).replaceAll('<', '\\u003c')
  return trustedHtml(`<script type="application/json" id="${carriedId}">${json}</script>`)
}

/** Cards whose posters a phone shows at first. */
const cardsInFirstView = 2

/**
 * Asks for the posters that the page shows first: it would find out which they are only after its code and its data have
 * come. A picture is asked for in the width in which the page shows it.
 */
export function posterPreloads(
  { name, video }: FoundPage,
  catalogue: ListedCatalogue,
  /** The film that the landing page begins with. */
  hero?: Video,
): Html[] {
  const { videos, tree } = catalogue
  if (video) return filmPoster(video)
  if (name === 'landing') return hero ? poster(hero, heroSizes) : []
  if (name === 'content')
    return groupByDay(videos.slice(0, 50), tree)
      .flatMap(({ categories }) => categories.flatMap((group) => group.videos))
      .slice(0, cardsInFirstView)
      .flatMap((one) => poster(one, cardSizes))
  return []
}

function poster(video: Video, sizes: string): Html[] {
  const { thumbnailUrl } = video
  if (thumbnailUrl === undefined) return []
  const set = posterSet(video)
  return [
    html`<link rel="preload" as="image" href="${thumbnailUrl}"${set !== undefined && html` imagesrcset="${set}" imagesizes="${sizes}"`}>`,
  ]
}

function filmPoster(video: Video): Html[] {
  const { thumbnailUrl } = video
  if (thumbnailUrl === undefined) return []
  const copy = widestCopy(video)
  if (copy === undefined) return [html`<link rel="preload" as="image" href="${thumbnailUrl}">`]
  return [
    html`<link rel="preload" as="image" href="${copy}" media="${narrowScreen}">`,
    html`<link rel="preload" as="image" href="${thumbnailUrl}" media="${widerScreen}">`,
  ]
}
