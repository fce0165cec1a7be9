import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import { RichText } from '#contract/rich-text.ts'
import { Id, Instant, Line, Page, Seconds, Secret, Text } from '#contract/shapes.ts'
import { codeLimits } from '#domain/catalogue/code-files.ts'
import { lineLimits } from '#domain/catalogue/write/item-text.ts'

/** The admin's calls about the library; `domain/catalogue` has the rules of the texts. */

const Version = z.int().check(z.positive())
/** `scheduled`: published later. `withdrawn`: its folder is gone. `trash`: deleted at the desk. */
export const VideoState = z.enum(['draft', 'scheduled', 'published', 'withdrawn', 'trash'])
export type VideoState = z.output<typeof VideoState>
/** `2026-11-03`; null for drafts without a date. */
const Published = Line(16)
/** A repeated label or a long one is refused at the field, in the words of the catalogue's files. */
const Labels = z.array(Text(1000)).check(z.maxLength(100))

const Yes = z.enum(['yes', 'no'])
/** All conditions hold together. `search`: words of title, id or tags. */
const filter = {
  search: z.optional(Line(200)),
  state: z.optional(VideoState),
  captions: z.optional(Yes),
  storyboard: z.optional(Yes),
  free: z.optional(Yes),
  /** Includes the categories below it. */
  category: z.optional(Id),
  tag: z.optional(Line(lineLimits.label)),
  sort: z.optional(z.enum(['changed', 'title', 'published', 'duration'])),
  descending: z.optional(Yes),
}
/** `page`: from 0, ten a page. */
export const VideoFilter = z.strictObject({ ...filter, page: z.optional(Page) })
/** Of the file, which has no pages. */
export const VideoFileFilter = z.strictObject(filter)
export type VideoFilter = z.output<typeof VideoFilter>

/** A row of the table. */
const DeskVideoRow = z.strictObject({
  id: Id,
  version: Version,
  state: VideoState,
  title: z.string(),
  published: z.nullable(z.string()),
  categoryId: z.nullable(Id),
  /** Null without a film. */
  durationSeconds: z.nullable(Seconds),
  free: z.boolean(),
  tags: z.array(z.string()),
  hasCaptions: z.boolean(),
  hasStoryboard: z.boolean(),
  /** Null from before changes were recorded. */
  changedAt: z.nullable(Instant),
})
export type DeskVideoRow = z.output<typeof DeskVideoRow>
export const DeskVideoRows = z.strictObject({
  /** Of all pages. */
  count: z.int(),
  videos: z.array(DeskVideoRow),
})

const CodeFile = z.strictObject({ name: z.string(), text: z.string() })
const Captions = z.strictObject({
  /** BCP 47. */
  srclang: z.string(),
  /** Name of the language in itself. */
  label: z.string(),
  /** WebVTT. */
  text: z.string(),
  /** Made by a machine, and not looked through yet; a text that is saved loses the mark. */
  machine: z.boolean(),
})

/** A video with everything that the form edits. */
export const DeskVideo = z.strictObject({
  ...DeskVideoRow.shape,
  changedBy: z.enum(['folder', 'desk']),
  /** An import has brought it. */
  fromFolder: z.boolean(),
  /** Markdown. */
  description: z.string(),
  /** Names of software versions, such as "React 19". */
  versions: z.array(z.string()),
  /** Lines such as `0:21 Two counters`. */
  chapters: z.array(z.string()),
  /** In the order of display. */
  code: z.array(CodeFile),
  captions: z.array(Captions),
  /** Address of the poster for the admin. */
  posterUrl: z.nullable(z.string()),
  /** Addresses of frames of the film that was uploaded last, of which a poster may be made. */
  frameUrls: z.array(z.string()),
  /** Address of the film for the admin; another film has another one. */
  filmUrl: z.nullable(z.string()),
  /** Former ids, which lead to it. */
  formerIds: z.array(Id),
  /** In the trash since. */
  deletedAt: z.nullable(Instant),
})
export type DeskVideo = z.output<typeof DeskVideo>

/** `text/csv` in UTF-8, sent as an attachment. */
export const VideosCsv = z.unknown()

/** Bytes of an MP4 file. */
export const FilmBytes = z.unknown()
/** `text/vtt` in UTF-8. */
export const WebVttText = z.unknown()
/** Bytes of a picture. */
export const PictureBytes = z.unknown()

export const OneVideo = z.strictObject({ id: Id })
/** `key`: as in the addresses that the video's call returns. */
export const OnePicture = z.strictObject({ id: Id, key: Line(80) })

/** `srclang`: a BCP 47 tag. */
export const OneLanguage = z.strictObject({ id: Id, srclang: Line(35) })

const confirmed = { password: z.optional(CurrentPassword) }

/** Without an id it gets one from its title. */
export const VideoDraft = z.strictObject({
  ...confirmed,
  title: Text(1000),
  id: z.optional(Text(1000)),
  categoryId: z.optional(Id),
})

const FileText = Text(1_048_576)
export const MarkdownText = z.strictObject({ text: FileText })
export const DrawnText = z.strictObject({ text: RichText })
/** Absent fields stay as they are. Lists replace those that are stored. */
const videoFields = {
  /** A JPEG, PNG or WebP as Base64; null for none. */
  poster: z.optional(z.nullable(z.string().check(z.maxLength(1_900_000), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)))),
  title: z.optional(Text(1000)),
  description: z.optional(FileText),
  /** A draft is published by false; without a date, it gets today's. */
  draft: z.optional(z.boolean()),
  published: z.optional(z.nullable(Published)),
  categoryId: z.optional(z.nullable(Id)),
  tags: z.optional(Labels),
  versions: z.optional(Labels),
  free: z.optional(z.boolean()),
  chapters: z.optional(z.array(Text(1000)).check(z.maxLength(1000))),
  code: z.optional(
    z
      .array(
        z.strictObject({
          name: Text(1000),
          text: Secret(codeLimits.allKilobytes * 1024),
        }),
      )
      .check(z.maxLength(100)),
  ),
  captions: z.optional(
    z
      .array(
        z.strictObject({
          srclang: Line(35),
          format: z.optional(z.enum(['vtt', 'srt'])),
          /** Absent: as stored. */
          text: z.optional(FileText),
        }),
      )
      .check(z.maxLength(50)),
  ),
}
/** The version that was edited, for a change without texts. */
export const VideoVersion = z.strictObject({ ...confirmed, version: Version })
export const VideoAddress = z.strictObject({ ...confirmed, version: Version, id: Text(1000) })
/** `restored`: the version to be restored. */
export const VideoRestoration = z.strictObject({ ...confirmed, version: Version, restored: Version })
export const KeptVideoVersions = z.strictObject({
  versions: z.array(
    z.strictObject({
      version: Version,
      /** Null from before changes were recorded. */
      savedAt: z.nullable(Instant),
      savedBy: z.enum(['folder', 'desk']),
      title: z.string(),
      description: z.string(),
      /** Its film is still stored, and would be restored. */
      hasFilm: z.boolean(),
    }),
  ),
})

export const VideoEdit = z.strictObject({ ...confirmed, version: Version, ...videoFields })
export type VideoEdit = z.output<typeof VideoEdit>
