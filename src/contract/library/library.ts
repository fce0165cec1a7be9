import * as z from 'zod/mini'
import { RichText } from '#contract/rich-text.ts'
import { Day, Id, Instant, Seconds } from '#contract/shapes.ts'

/** A film as everybody sees it in the listing (product.md section 3, Video). The same for every visitor. */
export const Video = z.strictObject({
  id: Id,
  title: z.string(),
  /** Markdown. */
  description: z.string(),
  durationSeconds: Seconds,
  publishedOn: Day,
  categoryId: Id,
  tags: z.array(z.string()),
  /** Ids of software versions. */
  versions: z.array(Id),
  free: z.boolean(),
  thumbnailUrl: z.optional(z.string()),
  hasCaptions: z.boolean(),
})
export type Video = z.output<typeof Video>

export const Category = z.strictObject({
  id: Id,
  name: z.string(),
  urlKey: z.string(),
  /** Empty for a top-level category. */
  parentIds: z.array(Id),
  position: z.int(),
  /** Markdown. */
  description: z.optional(z.string()),
  /** The description as it is drawn. */
  text: z.optional(RichText),
})
export type Category = z.output<typeof Category>

/** A software version that videos were recorded with ("React 19"). */
export const SoftwareVersion = z.strictObject({ id: Id, name: z.string() })
export type SoftwareVersion = z.output<typeof SoftwareVersion>

/** A film's description as it is drawn. */
export const VideoText = z.strictObject({ text: RichText })

export const Videos = z.strictObject({ videos: z.array(Video) })
export const Categories = z.strictObject({ categories: z.array(Category) })
export const Versions = z.strictObject({ versions: z.array(SoftwareVersion) })

export const Chapter = z.strictObject({ startSeconds: z.number().check(z.nonnegative()), title: z.string() })
export type Chapter = z.output<typeof Chapter>

/** A text track for the player; `src` holds the playback grant. */
export const Track = z.strictObject({
  kind: z.enum(['captions', 'chapters']),
  src: z.string(),
  srclang: z.string(),
  label: z.string(),
  default: z.boolean(),
})
export type Track = z.output<typeof Track>

/** What `GET /api/video/{id}` opens for a viewer who may watch: media addresses that live until `expiresAt`. */
export const Playback = z.strictObject({
  video: Video,
  source: z.strictObject({
    kind: z.enum(['file', 'hls']),
    url: z.string(),
    mimeType: z.string(),
    expiresAt: Instant,
  }),
  poster: z.optional(z.string()),
  tracks: z.array(Track),
  chapters: z.array(Chapter),
  /** Where this viewer stopped, in seconds; 0 at the beginning or when signed out. */
  positionSeconds: z.number(),
  /** Neighbours by publishing date; the browser uses its own when the viewer came from a filtered listing. */
  previousId: z.optional(Id),
  nextId: z.optional(Id),
})
export type Playback = z.output<typeof Playback>

export const HistoryEntry = z.strictObject({
  videoId: Id,
  viewedAt: Instant,
  seen: z.boolean(),
  positionSeconds: z.number(),
})
export type HistoryEntry = z.output<typeof HistoryEntry>

/** A viewer's history, newest first. */
export const VideoHistory = z.strictObject({ history: z.array(HistoryEntry) })

export const ViewState = z.strictObject({ seen: z.boolean(), viewedAt: z.optional(Instant) })
/**
 * The name that a player gives itself, of its own choosing: what it opens takes the place of what it had open, so that
 * one player is one stream. Without a name each opening is a stream of its own.
 */
const PlayerName = z.string().check(z.regex(/^[\w-]{1,64}$/))
export const NamedPlayer = z.strictObject({ player: z.optional(PlayerName) })

export const Position = z.strictObject({
  positionSeconds: z.number().check(z.nonnegative(), z.maximum(1_000_000)),
  player: z.optional(PlayerName),
})
/** How many streams the viewer still has. */
export const StreamsLeft = z.strictObject({ streams: z.number() })
export const PositionKept = z.strictObject({ positionSeconds: z.number(), expiresAt: Instant })
export const Favourites = z.strictObject({ favourites: z.array(Id) })
