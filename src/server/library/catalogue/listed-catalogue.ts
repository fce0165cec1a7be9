import type {
  Category,
  Chapter,
  Series,
  SoftwareVersion,
  Video,
  VideoPreview,
} from '#contract/library/library.ts'
import { posterCopy } from '#contract/library/poster.ts'
import type { LibrarySize } from '#contract/site/carried.ts'
import type { Beginning } from '#domain/catalogue/beginning.ts'
import { isListed } from '#domain/catalogue/catalogue.ts'
import { type CategoryTree, categoryTree } from '#domain/catalogue/category-tree.ts'
import { countTags, countVersions, type ValueCounts } from '#domain/catalogue/facets.ts'
import type { FilmSize } from '#domain/catalogue/film-form.ts'
import { listVideos, neighbours, totalOf } from '#domain/catalogue/listing.ts'
import { groupByDay } from '#domain/catalogue/listing-groups.ts'
import { everything } from '#domain/catalogue/listing-query.ts'
import { seriesOf } from '#domain/catalogue/series.ts'
import type { StoredStoryboard } from '#server/platform/database/library-tables.ts'
import type { StoredTrack } from '#server/platform/database/tables.ts'
import type { StoredCatalogue, StoredSeries } from './library.store.ts'
import { richText } from './rich-text.ts'
import { type PosterCopies, posterAddress, type StoredVideo, thumbnailOf, toVideo } from './video-columns.ts'

/** The catalogue that visitors see at one instant of the business clock. Immutable: a change creates a new one. */
export type ListedCatalogue = {
  readonly revision: number
  readonly listedAt: Date
  /** By publishing date, in the order of the listing. */
  readonly videos: readonly Video[]
  readonly categories: readonly Category[]
  readonly versions: readonly SoftwareVersion[]
  readonly tree: CategoryTree<Category>
  /** In order, with their listed videos; without empty series. */
  readonly series: readonly Series[]
  readonly size: LibrarySize
  /** Number of videos by tag id and version id. */
  readonly labels: { readonly tags: ValueCounts; readonly versions: ValueCounts }
  /** Keys of series that were shown and have been withdrawn since. */
  readonly withdrawnSeries: ReadonlySet<string>
  /** Keys of the series' own posters, by series key. */
  readonly seriesPosters: ReadonlyMap<string, string>
  /** Index in `videos` by id and former id. */
  readonly placeOf: ReadonlyMap<string, number>
  /** Category ids by former path: URL keys from the top, joined by `/`. */
  readonly formerCategories: ReadonlyMap<string, string>
  /** Ids of videos that were listed and have been withdrawn since. */
  readonly withdrawn: ReadonlySet<string>
  /** Instants of publishing, by id. */
  readonly publishedAt: ReadonlyMap<string, Date>
  /** By the same ids. */
  readonly media: ReadonlyMap<string, VideoMedia>
  /** Media store keys of posters and their smaller copies, by public address. */
  readonly posterKeys: ReadonlyMap<string, string>
}

/** A video's files in the media store, its captions, chapters, storyboard and first spoken words. */
export type VideoMedia = {
  readonly filmKey: string
  readonly smallFilmKey: string | undefined
  /** Of both files, tallest first; empty where there is only one, or they are not measured. */
  readonly sizes: readonly SizedFilm[]
  readonly posterKey: string | undefined
  readonly tracks: readonly StoredTrack[]
  readonly chapters: readonly Chapter[]
  readonly storyboard: StoredStoryboard | undefined
  /** In the order of the captions. */
  readonly beginnings: readonly Beginning[]
}

/** A film's file in the media store with its size. */
type SizedFilm = FilmSize & { readonly key: string }

/** Returns the part of the stored catalogue that is listed at an instant: all categories, and the videos published by then. */
export function listCatalogue(stored: StoredCatalogue, now: Date): ListedCatalogue {
  const published = stored.videos.filter((video) => isListed(video.published_at, now))
  const categories = stored.categories.map(({ id, name, url_key, parentIds, position, description }) => ({
    id,
    name,
    urlKey: url_key,
    parentIds: [...parentIds],
    position,
    ...(description !== '' && { description, text: richText(description) }),
  }))
  const tree = categoryTree(categories)
  const videos = listVideos(
    published.map((video) => toVideo(video, stored)),
    everything,
    tree,
    {
      seen: new Set(),
      favourites: new Set(),
    },
  )
  const labels = { tags: countTags(videos), versions: countVersions(videos) }
  const series = listSeries(stored.series, published, stored.posters)
  const { count, durationSeconds } = totalOf(videos)
  return {
    revision: stored.revision,
    listedAt: now,
    videos,
    categories: categories.sort((a, b) => tree.rankOf(a.id) - tree.rankOf(b.id)),
    versions: stored.versions.filter(({ id }) => labels.versions.has(id)).sort(byName),
    tree,
    series,
    size: {
      videos: count,
      durationSeconds,
      tags: labels.tags.size,
      versions: labels.versions.size,
      series: series.length,
    },
    labels,
    withdrawnSeries: new Set(stored.withdrawnSeries),
    seriesPosters: new Map(
      stored.series.flatMap(({ url_key, poster_key }) =>
        poster_key === null ? [] : [[url_key, poster_key]],
      ),
    ),
    placeOf: withFormerIds(new Map(videos.map(({ id }, place) => [id, place])), stored),
    formerCategories: stored.formerCategories,
    withdrawn: new Set(stored.withdrawn),
    publishedAt: new Map(published.map((video) => [video.id, video.published_at])),
    media: withFormerIds(new Map(published.map((video) => [video.id, toMedia(video, stored)])), stored),
    posterKeys: new Map(
      [...published, ...stored.series].flatMap(({ poster_key }) => keysOfPoster(poster_key, stored.posters)),
    ),
  }
}

/** Adds an entry for each former id of a video that has one. */
function withFormerIds<Value>(
  byId: Map<string, Value>,
  { formerIds }: Pick<StoredCatalogue, 'formerIds'>,
): ReadonlyMap<string, Value> {
  for (const [formerId, id] of formerIds) {
    const value = byId.get(id)
    if (value !== undefined) byId.set(formerId, value)
  }
  return byId
}

/** Returns the next instant at which another video is listed; undefined if none is scheduled. */
export function nextListing(stored: StoredCatalogue, now: Date): Date | undefined {
  let next: Date | undefined
  for (const { published_at: at } of stored.videos)
    if (!isListed(at, now) && (next === undefined || at < next)) next = at
  return next
}

function keysOfPoster(key: string | null, copies: PosterCopies): [address: string, key: string][] {
  if (key === null) return []
  const address = posterAddress(key)
  const smaller = copies.get(key) ?? []
  return [
    [address, key],
    ...smaller.map((one): [string, string] => [posterCopy(address, one.width), one.key]),
  ]
}

/** A series without a poster shows that of its first video. */
function listSeries(
  stored: readonly StoredSeries[],
  videos: readonly StoredVideo[],
  copies: PosterCopies,
): Series[] {
  const byId = new Map(videos.map((video) => [video.id, video]))
  return stored
    .toSorted((a, b) => a.position - b.position || collator.compare(a.title, b.title))
    .map(({ url_key, title, level, description, poster_key, video_ids }) => {
      const videoIds = video_ids.filter((id) => byId.has(id))
      const firstPoster = byId.get(videoIds[0] ?? '')?.poster_key ?? null
      return {
        urlKey: url_key,
        title,
        level,
        videoIds,
        ...(description !== '' && { description, text: richText(description) }),
        ...thumbnailOf(poster_key ?? firstPoster, copies),
      }
    })
    .filter(({ videoIds }) => videoIds.length > 0)
}

/** Returns the public data of a listed video. */
export function previewOf(id: string, { media }: ListedCatalogue): VideoPreview | undefined {
  const known = media.get(id)
  return known && { chapters: [...known.chapters], beginnings: [...known.beginnings] }
}

/** Returns the newest 50 videos in the order of the listing, by day and category. */
export function newestVideos({ videos, tree }: ListedCatalogue): Video[] {
  return groupByDay(videos.slice(0, 50), tree).flatMap(({ categories }) =>
    categories.flatMap((group) => group.videos),
  )
}

/**
 * Returns the ids before and after a video opened by its address: in the teaching order of its first series, else by
 * publishing date. None at either end, or for an unknown video.
 */
export function neighboursOf(
  { videos, placeOf, series }: ListedCatalogue,
  id: string,
): { previousId?: string; nextId?: string } {
  const place = placeOf.get(id)
  const video = place === undefined ? undefined : videos[place]
  if (place === undefined || !video) return {}
  const taught = seriesOf(series, video.id)
  if (taught) return neighbours(taught.videoIds, video.id)
  const around = videos.slice(Math.max(0, place - 1), place + 2).map((one) => one.id)
  return neighbours(around, video.id)
}

/** Returns the videos of a series in teaching order. */
export function seriesVideos({ videoIds }: Series, { videos, placeOf }: ListedCatalogue): Video[] {
  return videoIds.flatMap((id) => videos[placeOf.get(id) ?? -1] ?? [])
}

function toMedia(
  { id, film_key, small_film_key, poster_key, tracks, chapters, storyboard }: StoredVideo,
  {
    beginnings: said,
    storyboards,
    filmSizes,
  }: Pick<StoredCatalogue, 'beginnings' | 'storyboards' | 'filmSizes'>,
): VideoMedia {
  const beginnings = tracks.flatMap(
    ({ srclang }) => said.get(id)?.find((beginning) => beginning.srclang === srclang) ?? [],
  )
  return {
    filmKey: film_key,
    smallFilmKey: small_film_key ?? undefined,
    sizes: sizesOf([film_key, small_film_key], filmSizes),
    posterKey: poster_key ?? undefined,
    tracks,
    chapters,
    // the author's storyboard takes precedence over a generated one
    storyboard: storyboard ?? storyboards.get(film_key),
    beginnings,
  }
}

function sizesOf(
  keys: readonly (string | null)[],
  filmSizes: StoredCatalogue['filmSizes'],
): readonly SizedFilm[] {
  const sizes = keys.flatMap((key) => {
    const size = key === null ? undefined : filmSizes.get(key)
    return key === null || !size ? [] : { key, ...size }
  })
  return sizes.length > 1 ? sizes.sort((a, b) => b.height - a.height) : noSizes
}

const noSizes: readonly SizedFilm[] = []

const collator = new Intl.Collator('en', { numeric: true })

function byName(a: SoftwareVersion, b: SoftwareVersion): number {
  return collator.compare(a.name, b.name)
}
