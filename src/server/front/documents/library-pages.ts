import type { Category, Series, Video, VideoPreview } from '#contract/library/library.ts'
import { categoryHref, href } from '#contract/pages.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import { beginningFor } from '#domain/catalogue/beginning.ts'
import type { ListingQuery } from '#domain/catalogue/listing-query.ts'
import type { Level } from '#domain/catalogue/series.ts'
import { isoDuration, minutesAndSeconds, totalDuration } from '#domain/durations.ts'
import { formatMoney } from '#domain/formatted-money.ts'
import { saysClosing, sells } from '#domain/service-mode.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import {
  type ListedCatalogue,
  neighboursOf,
  newestVideos,
  previewOf,
  seriesVideos,
} from '#server/library/catalogue/listed-catalogue.ts'
import { askedVideos } from './asked-listing.ts'
import { textVersion } from './fill-text.ts'
import { filmPicture } from './first-view.ts'
import { dayElement, type Html, html, type PageText, type Sources, trustedHtml, videoList } from './html.ts'
import { markdownHtml, markdownSummary } from './markdown.ts'
import type { FoundPage } from './page-at.ts'
import { summaryOf } from './text-pages.ts'

/** Maximum number of videos on one page; in a larger library each category lists its own. */
const maxListed = 300

/** Number of newest videos shown as cards: the first row on desktop. */
const maxCards = 8

export function contentPage({ path, listing }: FoundPage, sources: Sources, signedIn: boolean): PageText {
  const { catalogue, site, drawings } = sources
  const { tree, videos, categories, versions, series } = catalogue
  const description = summaryOf(textVersion(sources, 'landing', getLocale()))
  if (listing) return { ...askedPage(listing, catalogue), description }
  const shown = newestVideos(catalogue).slice(0, maxCards)
  const text = html`${categoryList(catalogue, tree.roots, { withVideos: false })}
${videoList(videos.slice(0, maxListed).filter((video) => !shown.includes(video)))}
${videos.length === 0 && html`<p>${m.library_empty()}</p>`}`
  const drawn = drawings.get(getLocale())?.drawListing({
    config: site,
    path,
    signedIn,
    title: m.videos_by_published(),
    videos,
    categories,
    versions,
    series,
    shown,
    text: text.text,
  })
  return {
    title: m.videos_by_published(),
    description,
    html: trustedHtml(drawn ?? ''),
    isDrawn: true,
  }
}

/** A filtered or searched listing, possibly within a category. */
function askedPage(
  listing: ListingQuery,
  catalogue: ListedCatalogue,
  categories: readonly Category[] = [],
): Pick<PageText, 'title' | 'html'> {
  const name = categories.at(-1)?.name ?? m.videos_by_published()
  const title = listing.search ? m.videos_matching({ search: listing.search }) : name
  const videos = askedVideos(listing, { catalogue, categories }, { maxListed, totalDurationText })
  return {
    title,
    html: html`${categories.length > 0 && breadcrumb(categories)}
<h1>${title}</h1>
<section id="results" tabindex="-1">${videos}</section>`,
  }
}

export function categoryPage({ categories = [], listing }: FoundPage, { catalogue }: Sources): PageText {
  const category = categories.at(-1)
  if (!category) throw new TypeError('The page of a category has one')
  const { tree, videos } = catalogue
  const within = tree.within(category.id)
  const count = videos.filter(({ categoryId }) => within.has(categoryId)).length
  const isLarge = count > maxListed
  const own = videos.filter(({ categoryId }) => categoryId === category.id)
  const description =
    markdownSummary(category.description ?? '') || `${category.name}: ${m.video_count({ count })}`
  if (listing) return { ...askedPage(listing, catalogue, categories), description }
  return {
    title: category.name,
    description,
    html: html`${breadcrumb(categories.slice(0, -1))}
<h1><bdi>${category.name}</bdi></h1>
<p>${count === 0 ? m.category_without_videos() : m.video_count({ count })}</p>
${category.description !== undefined && markdownHtml(category.description)}
<section id="results" tabindex="-1">${categoryList(catalogue, tree.childrenOf(category.id), { above: categories, withVideos: !isLarge })}
${videoList(own)}</section>`,
  }
}

export function videoPage(
  { path, video, freeFilm, categories = [] }: FoundPage,
  sources: Sources,
  signedIn: boolean,
): PageText {
  const { catalogue, site, drawings } = sources
  if (!video) throw new TypeError('The page of a video has one')
  const { previousId, nextId } = neighboursOf(catalogue, video.id)
  const videoOf = (id: string | undefined) => catalogue.videos[catalogue.placeOf.get(id ?? '') ?? -1]
  const versions = catalogue.versions.filter(({ id }) => video.versions.includes(id))
  const [previous, next] = [videoOf(previousId), videoOf(nextId)]
  const header = drawings.get(getLocale())?.drawVideoHeader({
    config: site,
    path,
    signedIn,
    title: video.title,
    categories,
    previous,
    next,
  })
  const isBeside = video.hasCaptions || catalogue.series.some(({ videoIds }) => videoIds.includes(video.id))
  return {
    title: video.title,
    description: markdownSummary(video.description) || video.title,
    isDrawn: true,
    html: html`<article class="watch">${trustedHtml(header ?? '')}
${filmPicture(video, { isBeside, freeFilm })}
<div class="document-text">${video.free && html`<p>${m.card_free()}</p>`}
${
  !video.free &&
  !signedIn &&
  html`<p>${m.locked_title()}</p>
${waysIn(site)}`
}
<dl><dt>${m.info_duration()}</dt><dd><time datetime="${isoDuration(video.durationSeconds)}">${minutesAndSeconds(video.durationSeconds)}</time></dd>
<dt>${m.published_on()}</dt><dd>${dayElement(video.publishedOn)}</dd>
${fact(m.info_tags(), video.tags)}${fact(m.info_versions(), namesOf(versions))}</dl>
${video.description === '' ? html`<p>${m.no_description()}</p>` : markdownHtml(video.description)}
${filmPreview(previewOf(video.id, catalogue))}
${lockedCode(video)}
</div></article>
<div class="document-text">${memberOf(video.id, catalogue)}
<nav>${neighbour(m.previous_video(), previous)} ${neighbour(m.next_video(), next)}</nav></div>`,
  }
}

type ListOptions = {
  /** The ancestors of the categories. */
  readonly above?: readonly Category[]
  readonly withVideos: boolean
}

/** Nested lists of links to categories, with the number of videos in each and its descendants, and to these videos. */
function categoryList(
  catalogue: ListedCatalogue,
  categories: readonly Category[],
  { above = [], withVideos }: ListOptions,
): Html | false {
  const videosOf = Map.groupBy(catalogue.videos, ({ categoryId }) => categoryId)
  const countOf = ({ id }: Category) =>
    [...catalogue.tree.within(id)].reduce((sum, within) => sum + (videosOf.get(within)?.length ?? 0), 0)
  const listOf = (level: readonly Category[], way: readonly Category[]): Html | false =>
    level.length > 0 &&
    html`<ul>${level.map((category) => {
      const path = [...way, category]
      const count = countOf(category)
      const children = catalogue.tree.childrenOf(category.id).filter((child) => !path.includes(child))
      return html`<li><a href="${categoryHref(path.map(({ urlKey }) => urlKey))}"><bdi>${category.name}</bdi></a> ${count === 0 ? m.category_without_videos() : m.video_count({ count })}
${listOf(children, path)}${withVideos && videoList(videosOf.get(category.id) ?? [])}</li>
`
    })}</ul>`
  return listOf(categories, above)
}

function breadcrumb(categories: readonly Category[]): Html {
  const addressOf = (index: number) =>
    categoryHref(categories.slice(0, index + 1).map(({ urlKey }) => urlKey))
  return html`<nav aria-label="${m.breadcrumb()}"><a href="${href('content')}">${m.all_videos()}</a>${categories.map(
    ({ name }, index) => html` / <a href="${addressOf(index)}"><bdi>${name}</bdi></a>`,
  )}</nav>`
}

/** The series of a video, with their other videos. */
function memberOf(videoId: string, catalogue: ListedCatalogue): Html | false {
  const holding = catalogue.series.filter(({ videoIds }) => videoIds.includes(videoId))
  return (
    holding.length > 0 &&
    html`${holding.map(
      (series) =>
        html`<section><h2>${m.series()}: <a href="${href('series', { urlKey: series.urlKey })}"><bdi>${series.title}</bdi></a></h2>
<ol>${seriesVideos(series, catalogue).map(
          ({ id, title, free }) =>
            html`<li>${id === videoId ? html`<bdi>${title}</bdi>` : html`<a href="${href('video', { id })}"><bdi>${title}</bdi></a>`}${free && html` ${m.card_free()}`}</li>
`,
        )}</ol></section>
`,
    )}`
  )
}

const namesOf = (named: readonly { name: string }[]) => named.map(({ name }) => name)

function fact(name: string, values: readonly string[]): Html | false {
  const list = values.map((one, n) => html`${n > 0 && ', '}<bdi>${one}</bdi>`)
  return list.length > 0 && html`<dt>${name}</dt><dd>${list}</dd>`
}

function neighbour(label: string, video: Video | undefined): Html | false {
  return (
    video !== undefined &&
    html`<a href="${href('video', { id: video.id })}">${label}: <bdi>${video.title}</bdi></a>`
  )
}

/** Returns a series as a table of contents: text, level and duration, and its videos in teaching order. */
export function seriesPage({ series }: FoundPage, { catalogue }: Sources): PageText {
  if (!series) throw new TypeError('The page of a series has one')
  const videos = seriesVideos(series, catalogue)
  return {
    title: series.title,
    description: markdownSummary(series.description ?? '') || `${series.title}: ${factsOf(series, videos)}`,
    html: html`<nav aria-label="${m.breadcrumb()}"><a href="${href('content')}">${m.all_videos()}</a> / ${m.series()}</nav>
<article>
<h1><bdi>${series.title}</bdi></h1>
<p>${factsOf(series, videos)}</p>
${series.description !== undefined && markdownHtml(series.description)}
<ol>${videos.map(
      ({ id, title, durationSeconds, free }) =>
        html`<li><a href="${href('video', { id })}"><bdi>${title}</bdi></a> <time datetime="${isoDuration(durationSeconds)}">${minutesAndSeconds(durationSeconds)}</time>${free && html` ${m.card_free()}`}</li>
`,
    )}</ol>
</article>`,
  }
}

function factsOf({ level }: Series, videos: readonly Video[]): string {
  const seconds = videos.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)
  return m.series_facts({
    level: levelNames[level](),
    videos: m.video_count({ count: videos.length }),
    duration: totalDurationText(seconds),
  })
}

function totalDurationText(durationSeconds: number): string {
  const { hours, minutes, seconds } = totalDuration(durationSeconds)
  if (hours > 0)
    return minutes > 0 ? m.duration_hours_minutes({ hours, minutes }) : m.duration_hours({ hours })
  return seconds > 0 ? m.duration_seconds({ seconds }) : m.duration_minutes({ minutes })
}

/** Names of the levels. */
export const levelNames: Readonly<Record<Level, () => string>> = {
  beginner: m.level_beginner,
  intermediate: m.level_intermediate,
  advanced: m.level_advanced,
}

/** A video's chapters and first words, which are public. */
function filmPreview(preview: VideoPreview | undefined): Html | false {
  if (!preview) return false
  const { chapters, beginnings } = preview
  const said = beginningFor(beginnings, getLocale())
  return html`${
    chapters.length > 0 &&
    html`<h2>${m.player_chapters()}</h2>
<ol>${chapters.map(
      ({ startSeconds, title }) =>
        html`<li><time datetime="${isoDuration(startSeconds)}">${minutesAndSeconds(startSeconds)}</time> <bdi>${title}</bdi></li>
`,
    )}</ol>`
  }${
    said &&
    html`<h2>${m.preview_beginning()}</h2>
<blockquote lang="${said.srclang}"><p>${said.text}</p></blockquote>`
  }`
}

/** A note that a locked video has code, without its content. */
function lockedCode({ free, codeFiles }: Video): Html | false {
  return (
    !free &&
    codeFiles !== undefined &&
    html`<h2>${m.code()}</h2>
<p>${m.code_locked({ count: codeFiles })}</p>`
  )
}

/** How to watch a locked video: the trial, and its price afterwards; or why nothing is sold. */
function waysIn({ serviceMode, trialDays, pricing, vat }: SiteConfig): Html {
  if (saysClosing(serviceMode)) return html`<p>${m.service_closing()}</p>`
  if (!sells(serviceMode)) return html`<p>${m.service_paused()}</p>`
  const price = formatMoney(pricing.firstCents, getLocale())
  const offer =
    trialDays > 0 &&
    html`<a href="${href('register')}">${m.start_trial()}</a> ${m.locked_trial({ days: trialDays })} `
  return html`<p>${offer}<a href="${href('pricing')}">${vat.percent > 0 ? m.locked_price({ price }) : m.locked_price_untaxed({ price })}</a></p>`
}
