import * as z from 'zod/mini'
import { RichText } from '#contract/rich-text.ts'
import { Day, Id, Instant, Line, Seconds } from '#contract/shapes.ts'
import { levels } from '#domain/catalogue/series.ts'

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
  /** Pixels across of the poster's smaller copies, narrowest first (poster.ts has their addresses). */
  thumbnailWidths: z.optional(z.array(z.int())),
  hasCaptions: z.boolean(),
  /** How many files of code belong to it; absent where none does. */
  codeFiles: z.optional(z.int()),
  /** Under which the comments service keeps its thread, where that is not its id: the video was renamed. */
  commentsId: z.optional(Id),
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

/** Videos in the order in which they are taught. The same for every visitor. */
export const Series = z.strictObject({
  urlKey: Id,
  title: z.string(),
  level: z.enum(levels),
  /** Ids of the listed videos; at least one. */
  videoIds: z.array(Id),
  /** Markdown. */
  description: z.optional(z.string()),
  /** The description as it is drawn. */
  text: z.optional(RichText),
  /** Its own poster, else that of its first video. */
  thumbnailUrl: z.optional(z.string()),
  thumbnailWidths: z.optional(z.array(z.int())),
})
export type Series = z.output<typeof Series>

export const TranscriptQuery = z.strictObject({ q: Line(100).check(z.minLength(2)) })

/** A film in which all the words are said, and the moments that hold most of them. */
export const TranscriptHit = z.strictObject({
  videoId: Id,
  moments: z.array(
    z.strictObject({
      startSeconds: z.number().check(z.nonnegative()),
      /** What is said there, with what was found marked; only for whoever may watch the film. */
      snippet: z.optional(z.array(z.strictObject({ text: z.string(), marked: z.boolean() }))),
    }),
  ),
})
export type TranscriptHit = z.output<typeof TranscriptHit>

/** The best match first; at most 20 films with 3 moments each. */
export const TranscriptHits = z.strictObject({ hits: z.array(TranscriptHit) })

/** A film's description as it is drawn. */
export const VideoText = z.strictObject({ text: RichText })

export const Chapter = z.strictObject({ startSeconds: z.number().check(z.nonnegative()), title: z.string() })
export type Chapter = z.output<typeof Chapter>

/**
 * What everybody may know of a film before they watch it: its chapters, and the first 40 words of what is said, in the
 * language of each of its captions.
 */
export const VideoPreview = z.strictObject({
  chapters: z.array(Chapter),
  beginnings: z.array(z.strictObject({ srclang: z.string(), text: z.string() })),
})
export type VideoPreview = z.output<typeof VideoPreview>

export const Videos = z.strictObject({ videos: z.array(Video) })
export type Videos = z.output<typeof Videos>
/** A part of the library's videos that is read by itself: the key is made from what is in it. */
const VideoPiece = z.strictObject({ key: Id, count: z.int() })
export type VideoPiece = z.output<typeof VideoPiece>
/** The one with the newest videos first; together all videos in the order of the library. */
export const VideoPieces = z.strictObject({ pieces: z.array(VideoPiece) })
export const Categories = z.strictObject({ categories: z.array(Category) })
export const SeriesList = z.strictObject({ series: z.array(Series) })
export const Versions = z.strictObject({ versions: z.array(SoftwareVersion) })

/** A text track for the player; `src` holds the playback grant. */
export const Track = z.strictObject({
  kind: z.enum(['captions', 'chapters']),
  src: z.string(),
  srclang: z.string(),
  label: z.string(),
  default: z.boolean(),
})
export type Track = z.output<typeof Track>

/** Small pictures of a film on one sheet (domain/catalogue/storyboard.ts); `url` holds the playback grant. */
const Storyboard = z.strictObject({
  url: z.string(),
  width: z.int(),
  height: z.int(),
  columns: z.int(),
  count: z.int(),
  everySeconds: z.number(),
})

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
  /** None where nobody has made one. */
  storyboard: z.optional(Storyboard),
  /** Where this viewer stopped, in seconds; 0 at the beginning or when signed out. */
  positionSeconds: z.number(),
  /**
   * Neighbours in the teaching order of the video's series, else by publishing date, as its page has them when it is opened by its
   * address; a browser that came from a listing goes by that.
   */
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

/** What a browser has noted of a visitor's watching; the positions are those of `Position`. */
export const BegunAsVisitor = z.strictObject({
  begun: z
    .array(
      z.strictObject({
        videoId: Id,
        viewedAt: Instant.check(z.regex(/^[12]\d{3}-/)),
        seen: z.boolean(),
        positionSeconds: z.number().check(z.nonnegative(), z.maximum(1_000_000)),
      }),
    )
    .check(z.maxLength(50)),
})

/** Behind which entry a page begins: the instant of that entry, with all digits that are stored, and its video. */
const HistoryPlace = z.strictObject({
  viewedBefore: Instant.check(z.regex(/^[12]\d{3}-/)),
  videoId: Id,
})
export type HistoryPlace = z.output<typeof HistoryPlace>
/** Without a place the page begins at the newest; an instant alone begins with what was viewed at that instant. */
export const HistoryFrom = z.partial(HistoryPlace)

/** A page of a viewer's history, newest first; `next` is where the following one begins, absent on the last. */
export const VideoHistory = z.strictObject({
  history: z.array(HistoryEntry),
  next: z.optional(HistoryPlace),
})

export const ViewState = z.strictObject({ seen: z.boolean(), viewedAt: z.optional(Instant) })
/**
 * The name that a player gives itself, of its own choosing: what it opens takes the place of what it had open, so that
 * one player is one stream. Without a name each opening is a stream of its own.
 */
const PlayerName = z.string().check(z.regex(/^[\w-]{1,64}$/))
export const NamedPlayer = z.strictObject({ player: z.optional(PlayerName) })

export const Position = z.strictObject({
  positionSeconds: z.number().check(z.nonnegative(), z.maximum(1_000_000)),
  /** Seconds of the film that were played since the report before, whatever was jumped over. */
  playedSeconds: z.optional(z.number().check(z.nonnegative(), z.maximum(1_000_000))),
  player: z.optional(PlayerName),
})
/** How many streams the viewer still has. */
export const StreamsLeft = z.strictObject({ streams: z.number() })
export const PositionKept = z.strictObject({ positionSeconds: z.number(), expiresAt: Instant })
/** The most letters of a bookmark's word. */
export const longestWord = 60

/** A moment of a film that somebody has marked for themselves. */
export const Bookmark = z.strictObject({ second: Seconds, word: z.string() })
export type Bookmark = z.output<typeof Bookmark>
/** In the order of the film. */
export const Bookmarks = z.strictObject({ bookmarks: z.array(Bookmark) })
export const BookmarkWord = z.strictObject({ word: Line(longestWord).check(z.regex(/\S/)) })
export const Favourites = z.strictObject({ favourites: z.array(Id) })
