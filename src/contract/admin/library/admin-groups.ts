import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import { Id, Instant, Text } from '#contract/shapes.ts'
import { levels } from '#domain/catalogue/series.ts'

/** The admin's calls about categories, series, tags and versions, and about several videos at once. */

const Version = z.int().check(z.positive())
const confirmed = { password: z.optional(CurrentPassword) }

/** All categories; their places in the tree follow from `parentIds` and `position`. */
export const DeskCategories = z.strictObject({
  categories: z.array(
    z.strictObject({
      id: Id,
      version: Version,
      name: z.string(),
      urlKey: z.string(),
      /** Empty at the top. */
      parentIds: z.array(Id),
      position: z.int(),
      /** Markdown. */
      description: z.string(),
      /** Videos directly in it, drafts included. */
      videos: z.int(),
    }),
  ),
})
export type DeskCategories = z.output<typeof DeskCategories>
const Description = Text(200_000)
/** ID and version of the edited or deleted category; both absent for a new one, whose address follows from its name. */
export const CategoryEdit = z.strictObject({
  ...confirmed,
  id: z.optional(Id),
  version: z.optional(Version),
  name: Text(1000),
  description: Description,
  parentIds: z.array(Id).check(z.maxLength(20)),
})
/** A saved version that a later one replaced. */
const kept = {
  version: Version,
  /** Null from before changes were recorded. */
  savedAt: z.nullable(Instant),
  savedBy: z.enum(['folder', 'desk']),
}
export const KeptCategories = z.strictObject({
  versions: z.array(
    z.strictObject({ ...kept, name: z.string(), description: z.string(), parentIds: z.array(Id) }),
  ),
})
export const CategoryQuery = z.strictObject({ id: Id })
export const CategoryOrder = z.strictObject({
  ...confirmed,
  /** In their new order, from position 1. */
  categories: z.array(z.strictObject({ id: Id, version: Version })).check(z.maxLength(1000)),
})
export const OneCategory = z.strictObject({ ...confirmed, id: Id, version: Version })

/** All series, also those that are withdrawn. */
export const DeskSeries = z.strictObject({
  series: z.array(
    z.strictObject({
      urlKey: Id,
      version: Version,
      title: z.string(),
      level: z.enum(levels),
      /** Markdown. */
      description: z.string(),
      /** In teaching order, in any state. */
      videoIds: z.array(Id),
      isWithdrawn: z.boolean(),
    }),
  ),
})
export type DeskSeries = z.output<typeof DeskSeries>
/** Key and version of the edited series; both absent for a new one, whose address follows from its title. */
export const SeriesEdit = z.strictObject({
  ...confirmed,
  urlKey: z.optional(Id),
  version: z.optional(Version),
  title: Text(1000),
  level: z.enum(levels),
  description: Description,
  videoIds: z.array(Id).check(z.maxLength(1000)),
  /** True takes it from viewers, and false gives it back. */
  isWithdrawn: z.optional(z.boolean()),
})
export const KeptSeries = z.strictObject({
  versions: z.array(
    z.strictObject({
      ...kept,
      title: z.string(),
      level: z.enum(levels),
      description: z.string(),
      videoIds: z.array(Id),
      isWithdrawn: z.boolean(),
    }),
  ),
})
export const SeriesQuery = z.strictObject({ urlKey: Id })
export const SeriesOrder = z.strictObject({
  ...confirmed,
  /** In their new order, from position 1. */
  series: z.array(z.strictObject({ urlKey: Id, version: Version })).check(z.maxLength(1000)),
})

/** Tags and versions with the number of their videos, most used first, for completion. */
export const DeskLabels = z.strictObject({
  tags: z.array(z.strictObject({ name: z.string(), videos: z.int() })),
  versions: z.array(z.strictObject({ name: z.string(), videos: z.int() })),
})
export type DeskLabels = z.output<typeof DeskLabels>
/** Renames a label on every video; one that has both keeps the new one. */
export const LabelRenaming = z.strictObject({
  ...confirmed,
  kind: z.enum(['tag', 'version']),
  from: Text(1000),
  to: Text(1000),
})

/** Changes several videos, all or none; absent parts stay. */
export const VideosEdit = z.strictObject({
  ...confirmed,
  videos: z.array(z.strictObject({ id: Id, version: Version })).check(z.minLength(1), z.maxLength(100)),
  publish: z.optional(z.literal(true)),
  categoryId: z.optional(Id),
  addTag: z.optional(Text(1000)),
  removeTag: z.optional(Text(1000)),
  free: z.optional(z.boolean()),
})
/** The versions that the change made. */
export const VideosUndo = z.strictObject({ ...confirmed, videos: VideosEdit.shape.videos })
export const Changed = z.strictObject({ changed: z.int() })
