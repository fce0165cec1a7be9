import type { Category, Video } from '#contract/library/library.ts'
import { categoryHref, href } from '#contract/pages.ts'
import { isoDuration, minutesAndSeconds } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import type { ListedCatalogue } from '#server/library/listed-catalogue.ts'
import { textVersion } from './fill-text.ts'
import { dayElement, type Html, html, type PageText, type Sources, videoList } from './html.ts'
import { markdownHtml, markdownSummary } from './markdown.ts'
import type { FoundPage } from './page-at.ts'
import { summaryOf } from './text-pages.ts'

/** The most videos listed on one page; in a larger library each category lists its own. */
const mostListed = 300

export function contentPage(sources: Sources): PageText {
  const { catalogue } = sources
  const { tree, videos } = catalogue
  const isLarge = videos.length > mostListed
  return {
    title: m.videos_by_published(),
    description: summaryOf(textVersion(sources, 'landing', getLocale())),
    html: html`<h1>${m.videos_by_published()}</h1>
${categoryList(catalogue, tree.roots, { withVideos: !isLarge })}
${isLarge && videoList(videos.slice(0, mostListed))}
${videos.length === 0 && html`<p>${m.library_empty()}</p>`}`,
  }
}

export function categoryPage({ categories = [] }: FoundPage, { catalogue }: Sources): PageText {
  const category = categories.at(-1)
  if (!category) throw new TypeError('The page of a category has one')
  const { tree, videos } = catalogue
  const within = tree.within(category.id)
  const count = videos.filter(({ categoryId }) => within.has(categoryId)).length
  const isLarge = count > mostListed
  const own = videos.filter(({ categoryId }) => categoryId === category.id)
  return {
    title: category.name,
    description:
      markdownSummary(category.description ?? '') || `${category.name}: ${m.video_count({ count })}`,
    html: html`${breadcrumb(categories.slice(0, -1))}
<h1>${category.name}</h1>
<p>${count === 0 ? m.category_without_videos() : m.video_count({ count })}</p>
${category.description !== undefined && markdownHtml(category.description)}
${categoryList(catalogue, tree.childrenOf(category.id), { above: categories, withVideos: !isLarge })}
${videoList(own)}`,
  }
}

export function videoPage({ video, categories = [] }: FoundPage, { catalogue }: Sources): PageText {
  if (!video) throw new TypeError('The page of a video has one')
  const place = catalogue.placeOf.get(video.id) ?? 0
  const versions = catalogue.versions.filter(({ id }) => video.versions.includes(id))
  return {
    title: video.title,
    description: markdownSummary(video.description) || video.title,
    html: html`${breadcrumb(categories)}
<article>
<h1>${video.title}</h1>
<p>${video.free ? m.card_free() : m.locked_title()}</p>
<dl><dt>${m.info_duration()}</dt><dd><time datetime="${isoDuration(video.durationSeconds)}">${minutesAndSeconds(video.durationSeconds)}</time></dd>
<dt>${m.info_published()}</dt><dd>${dayElement(video.publishedOn)}</dd>
${fact(m.info_tags(), video.tags)}${fact(
  m.info_versions(),
  versions.map(({ name }) => name),
)}</dl>
${video.description === '' ? html`<p>${m.no_description()}</p>` : markdownHtml(video.description)}
</article>
<nav>${neighbour(m.previous_video(), catalogue.videos[place - 1])} ${neighbour(m.next_video(), catalogue.videos[place + 1])}</nav>`,
  }
}

type ListOptions = {
  /** The way from the top to the categories. */
  readonly above?: readonly Category[]
  readonly withVideos: boolean
}

/** Nested lists of links to categories, each with how many videos it and its children hold, and to those videos. */
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
      return html`<li><a href="${categoryHref(path.map(({ urlKey }) => urlKey))}">${category.name}</a> ${count === 0 ? m.category_without_videos() : m.video_count({ count })}
${listOf(children, path)}${withVideos && videoList(videosOf.get(category.id) ?? [])}</li>
`
    })}</ul>`
  return listOf(categories, above)
}

function breadcrumb(categories: readonly Category[]): Html {
  const addressOf = (index: number) =>
    categoryHref(categories.slice(0, index + 1).map(({ urlKey }) => urlKey))
  return html`<nav aria-label="${m.breadcrumb()}"><a href="${href('content')}">${m.all_videos()}</a>${categories.map(
    ({ name }, index) => html` / <a href="${addressOf(index)}">${name}</a>`,
  )}</nav>`
}

function fact(name: string, values: readonly string[]): Html | false {
  return values.length > 0 && html`<dt>${name}</dt><dd>${values.join(', ')}</dd>`
}

function neighbour(label: string, video: Video | undefined): Html | false {
  return (
    video !== undefined && html`<a href="${href('video', { id: video.id })}">${label}: ${video.title}</a>`
  )
}
