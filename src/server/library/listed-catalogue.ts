import type { Category, Chapter, SoftwareVersion, Video } from '#contract/library/library.ts'
import { isListed } from '#domain/catalogue/catalogue.ts'
import { type CategoryTree, categoryTree } from '#domain/catalogue/category-tree.ts'
import { listVideos } from '#domain/catalogue/listing.ts'
import { everything } from '#domain/catalogue/listing-query.ts'
import type { StoredTrack } from '#server/database/tables.ts'
import type { StoredCatalogue, StoredVideo } from './library.store.ts'
import { richText } from './rich-text.ts'

/** The catalogue as visitors see it on one business day. Immutable: a change makes a new one. */
export type ListedCatalogue = {
  readonly revision: number
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** By publishing date, as the listing shows them. */
  readonly videos: readonly Video[]
  readonly categories: readonly Category[]
  readonly versions: readonly SoftwareVersion[]
  readonly tree: CategoryTree<Category>
  /** Place in `videos` by id. */
  readonly placeOf: ReadonlyMap<string, number>
  /** Ids of videos that were listed once and are no more. */
  readonly withdrawn: ReadonlySet<string>
  readonly media: ReadonlyMap<string, VideoMedia>
  readonly posterKeys: ReadonlySet<string>
}

/** Where a video's bytes are in the media store, and its captions and chapters. */
export type VideoMedia = {
  readonly filmKey: string
  readonly posterKey: string | undefined
  readonly tracks: readonly StoredTrack[]
  readonly chapters: readonly Chapter[]
}

/** The part of the stored catalogue that is listed on a business day: all categories, and the videos published by then. */
export function listCatalogue(stored: StoredCatalogue, day: string): ListedCatalogue {
  const published = stored.videos.filter((video) => isListed(video.published_on, day))
  const categories = stored.categories.map(({ id, name, url_key, parentIds, position, description }) => ({
    id,
    name,
    urlKey: url_key,
    parentIds: [...parentIds],
    position,
    ...(description !== '' && { description, text: richText(description) }),
  }))
  const tree = categoryTree(categories)
  const videos = listVideos(published.map(toVideo), everything, tree, {
    seen: new Set(),
    favourites: new Set(),
  })
  const usedVersions = new Set(videos.flatMap((video) => video.versions))
  return {
    revision: stored.revision,
    day,
    videos,
    categories: categories.sort((a, b) => tree.rankOf(a.id) - tree.rankOf(b.id)),
    versions: stored.versions.filter(({ id }) => usedVersions.has(id)).sort(byName),
    tree,
    placeOf: new Map(videos.map(({ id }, place) => [id, place])),
    withdrawn: new Set(stored.withdrawn),
    media: new Map(published.map((video) => [video.id, toMedia(video)])),
    posterKeys: new Set(published.flatMap(({ poster_key }) => poster_key ?? [])),
  }
}

/** The first later day on which another video is to be listed; undefined when none is waiting. */
export function nextListingDay(stored: StoredCatalogue, day: string): string | undefined {
  return stored.videos
    .map((video) => video.published_on)
    .filter((publishedOn) => !isListed(publishedOn, day))
    .sort()[0]
}

/** The public address of a poster. */
export function posterAddress(key: string): string {
  return `/posters/${key}`
}

function toVideo(video: StoredVideo): Video {
  return {
    id: video.id,
    title: video.title,
    description: video.description,
    durationSeconds: video.duration_seconds,
    publishedOn: video.published_on,
    categoryId: video.category_id,
    tags: video.tags,
    versions: video.version_ids,
    free: video.free,
    ...(video.poster_key !== null && { thumbnailUrl: posterAddress(video.poster_key) }),
    hasCaptions: video.tracks.some(({ kind }) => kind === 'captions'),
  }
}

function toMedia({ film_key, poster_key, tracks, chapters }: StoredVideo): VideoMedia {
  return { filmKey: film_key, posterKey: poster_key ?? undefined, tracks, chapters }
}

const collator = new Intl.Collator('en', { numeric: true })

function byName(a: SoftwareVersion, b: SoftwareVersion): number {
  return collator.compare(a.name, b.name)
}
