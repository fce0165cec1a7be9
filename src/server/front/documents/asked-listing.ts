import type { Category, Video } from '#contract/library/library.ts'
import { listVideos, totalOf } from '#domain/catalogue/listing.ts'
import { isFiltered, type ListingQuery, parseListingQuery } from '#domain/catalogue/listing-query.ts'
import { m } from '#messages/generated/messages.js'
import type { ListedCatalogue } from '#server/library/catalogue/listed-catalogue.ts'
import { type Html, html, videoList } from './html.ts'

/** Parses a listing's query, as far as its result is public; undefined for the whole listing. */
export function askedListing(search: string): ListingQuery | undefined {
  const query = { ...parseListingQuery(new URLSearchParams(search)), seen: null, favourites: false }
  return isFiltered(query) ? query : undefined
}

/** Returns the filter in words, the total, and the videos with all searched words and tags and any of the versions. */
export function askedVideos(
  query: ListingQuery,
  { catalogue, categories }: { catalogue: ListedCatalogue; categories: readonly Category[] },
  limits: { readonly maxListed: number; readonly totalDurationText: (seconds: number) => string },
): Html {
  const { tree } = catalogue
  const category = categories.at(-1)
  const scope = {
    ...(category && { within: tree.within(category.id) }),
    found: query.search ? holding(query.search, catalogue) : [],
  }
  const nobody = { seen: new Set<string>(), favourites: new Set<string>() }
  const videos = listVideos(catalogue.videos, query, tree, nobody, scope)
  const { count, durationSeconds } = totalOf(videos)
  const names = catalogue.versions.filter(({ id }) => query.versions.includes(id)).map(({ name }) => name)
  const filters = [...query.tags, ...names].map((name, place) => html`${place > 0 && ', '}<bdi>${name}</bdi>`)
  return html`${filters.length > 0 && html`<p>${m.filter_summary({ filters: '' })}${filters}</p>`}
${videoList(videos.slice(0, limits.maxListed)) || html`<p>${m.nothing_found()}</p>`}
<p>${m.total({ count, duration: limits.totalDurationText(durationSeconds) })}</p>`
}

/**
 * Returns the ids of the videos whose title, description, tags, versions and categories contain each word, ignoring
 * case and accents.
 */
function holding(search: string, { videos, tree, versions }: ListedCatalogue): string[] {
  const words = folded(search).split(/\s+/).filter(Boolean)
  const versionName = new Map(versions.map(({ id, name }) => [id, name]))
  const textOf = ({ title, description, tags, versions: ids, categoryId }: Video) =>
    folded(
      [
        title,
        description,
        ...tags,
        ...ids.map((id) => versionName.get(id) ?? ''),
        ...tree.pathTo(categoryId).map(({ name }) => name),
      ].join('\n'),
    )
  return videos
    .filter((video) => {
      const text = textOf(video)
      return words.every((word) => text.includes(word))
    })
    .map(({ id }) => id)
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
