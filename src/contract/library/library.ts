import * as z from 'zod/mini'
import { RichText } from '#contract/rich-text.ts'
import { Day, Id, Instant, Line, Seconds } from '#contract/shapes.ts'
import { levels } from '#domain/catalogue/series.ts'

/** A video in the listing (product.md section 3, Video). The same for every visitor. */
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
  /** Widths in pixels of the poster's smaller copies, ascending (poster.ts has their addresses). */
  thumbnailWidths: z.optional(z.array(z.int())),
  hasCaptions: z.boolean(),
  /** Number of code files; absent for 0. */
  codeFiles: z.optional(z.int()),
  /** ID of the thread at the comments service, where it differs from the video's: the video was renamed. */
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
  /** The rendered description. */
  text: z.optional(RichText),
})
export type Category = z.output<typeof Category>

/** A software version that videos were recorded with ("React 19"). */
export const SoftwareVersion = z.strictObject({ id: Id, name: z.string() })
export type SoftwareVersion = z.output<typeof SoftwareVersion>

/** Videos in teaching order. The same for every visitor. */
export const Series = z.strictObject({
  urlKey: Id,
  title: z.string(),
  level: z.enum(levels),
  /** Ids of the listed videos; at least one. */
  videoIds: z.array(Id),
  /** Markdown. */
  description: z.optional(z.string()),
  /** The rendered description. */
  text: z.optional(RichText),
  /** Its poster, or that of its first video. */
  thumbnailUrl: z.optional(z.string()),
  thumbnailWidths: z.optional(z.array(z.int())),
})
export type Series = z.output<typeof Series>

export const TranscriptQuery = z.strictObject({ q: Line(100).check(z.minLength(2)) })

/** A video whose transcript has all the words, and the moments with most of them. */
export const TranscriptHit = z.strictObject({
  videoId: Id,
  moments: z.array(
    z.strictObject({
      startSeconds: z.number().check(z.nonnegative()),
      /** The text at that moment with the matches marked; only for viewers who may watch. */
      snippet: z.optional(z.array(z.strictObject({ text: z.string(), marked: z.boolean() }))),
    }),
  ),
})
export type TranscriptHit = z.output<typeof TranscriptHit>

/** The best match first; at most 20 films with 3 moments each. */
export const TranscriptHits = z.strictObject({ hits: z.array(TranscriptHit) })

/** The rendered description of a video. */
export const VideoText = z.strictObject({ text: RichText })

export const Chapter = z.strictObject({ startSeconds: z.number().check(z.nonnegative()), title: z.string() })
export type Chapter = z.output<typeof Chapter>

/** Public preview of a locked video: its chapters, and the first 40 words of the transcript in each captions language. */
export const VideoPreview = z.strictObject({
  chapters: z.array(Chapter),
  beginnings: z.array(z.strictObject({ srclang: z.string(), text: z.string() })),
})
export type VideoPreview = z.output<typeof VideoPreview>

export const Videos = z.strictObject({ videos: z.array(Video) })
export type Videos = z.output<typeof Videos>
/** A separately cached part of the library's videos; its key is a hash of its content. */
const VideoPiece = z.strictObject({ key: Id, count: z.int() })
export type VideoPiece = z.output<typeof VideoPiece>
/** Newest videos first; together all videos in the library's order. */
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

const FilmSize = z.strictObject({
  /** Number of lines: the shorter side of the picture, in pixels. */
  height: z.int(),
  /** Bytes of the file by the length of the film. */
  kilobitsPerSecond: z.int(),
  url: z.string(),
})

/** Reply of `GET /api/video/{id}` for a viewer who may watch: media addresses that are valid until `expiresAt`. */
export const Playback = z.strictObject({
  video: Video,
  source: z.strictObject({
    kind: z.enum(['file', 'hls']),
    url: z.string(),
    mimeType: z.string(),
    expiresAt: Instant,
  }),
  /** The film in each of its sizes, tallest first, under the same grant; absent where there is only one. */
  sizes: z.optional(z.array(FilmSize)),
  poster: z.optional(z.string()),
  tracks: z.array(Track),
  chapters: z.array(Chapter),
  /** Absent if there is no storyboard. */
  storyboard: z.optional(Storyboard),
  /** Where this viewer stopped, in seconds; 0 if signed out. */
  positionSeconds: z.number(),
  /**
   * Neighbours in the video's series, otherwise by publishing date. A browser that came from a listing uses the listing's
   * order.
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

/** A visitor's viewing as noted by the browser; positions as in `Position`. */
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

/** Cursor of a history page: the last entry's instant, with all stored digits, and its video. */
const HistoryPlace = z.strictObject({
  viewedBefore: Instant.check(z.regex(/^[12]\d{3}-/)),
  videoId: Id,
})
export type HistoryPlace = z.output<typeof HistoryPlace>
/** Without a cursor the page begins with the newest; an instant alone includes entries of that instant. */
export const HistoryFrom = z.partial(HistoryPlace)

/** A page of a viewer's history, newest first; `next` is the cursor of the following page, absent on the last. */
export const VideoHistory = z.strictObject({
  history: z.array(HistoryEntry),
  next: z.optional(HistoryPlace),
})

export const ViewState = z.strictObject({ seen: z.boolean(), viewedAt: z.optional(Instant) })
/**
 * Name chosen by the player: opening another video replaces its stream, so that one player is one stream. Without a name
 * each opening is a new stream.
 */
const PlayerName = z.string().check(z.regex(/^[\w-]{1,64}$/))
export const NamedPlayer = z.strictObject({ player: z.optional(PlayerName) })

export const Position = z.strictObject({
  positionSeconds: z.number().check(z.nonnegative(), z.maximum(1_000_000)),
  /** Seconds of the film played since the last report, without skipped parts. */
  playedSeconds: z.optional(z.number().check(z.nonnegative(), z.maximum(1_000_000))),
  player: z.optional(PlayerName),
})
/** Streams still available to the viewer. */
export const StreamsLeft = z.strictObject({ streams: z.number() })
export const PositionKept = z.strictObject({ positionSeconds: z.number(), expiresAt: Instant })
/** Maximum length of a bookmark's note, in characters. */
export const longestWord = 60

/** A viewer's mark at a moment of a video. */
export const Bookmark = z.strictObject({ second: Seconds, word: z.string() })
export type Bookmark = z.output<typeof Bookmark>
/** Ordered by time. */
export const Bookmarks = z.strictObject({ bookmarks: z.array(Bookmark) })
export const BookmarkWord = z.strictObject({ word: Line(longestWord).check(z.regex(/\S/)) })
export const Favourites = z.strictObject({ favourites: z.array(Id) })
