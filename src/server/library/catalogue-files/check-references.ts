import { categoryCircles, isFolderName, versionId } from '#domain/catalogue/catalogue.ts'
import { m } from '#messages/generated/messages.js'
import type { Complain } from '#server/platform/runtime/file-mistake.ts'
import { type CategoryFiles, parentIdsOf } from './read-category.ts'
import type { SeriesFiles } from './read-series.ts'
import type { VideoFiles } from './read-video.ts'

/**
 * Validates the references between a catalogue's files: duplicate ids, missing parents and videos, category cycles,
 * versions spelled in two ways. `known` also contains ids of unreadable files.
 */
export function checkReferences(
  {
    categories,
    videos,
    series,
  }: {
    readonly categories: readonly CategoryFiles[]
    readonly videos: readonly VideoFiles[]
    readonly series: readonly SeriesFiles[]
  },
  known: { readonly categoryIds: ReadonlySet<string>; readonly videoIds: ReadonlySet<string> },
  complain: Complain,
): void {
  checkIds(categories, videos, complain)
  checkParents(categories, known.categoryIds, complain)
  checkVersions(videos, complain)
  checkSeries(series, known.videoIds, complain)
  checkFormerNames(videos, known.videoIds, complain)
}

function checkIds(
  categories: readonly CategoryFiles[],
  videos: readonly VideoFiles[],
  complain: Complain,
): void {
  // the same folder name in two Unicode spellings
  const taken = new Set<string>()
  for (const { id, file } of categories) {
    if (taken.has(id)) complain(file, 1, m.catalogue_category_id_taken({ id }))
    taken.add(id)
  }
  const firsts = new Map<string, string>()
  for (const { id, file } of videos) {
    const other = firsts.get(id)
    if (other === undefined) firsts.set(id, file)
    else complain(file, 1, m.catalogue_video_id_taken({ id, other }))
  }
}

function checkParents(
  categories: readonly CategoryFiles[],
  categoryIds: ReadonlySet<string>,
  complain: Complain,
): void {
  const names = new Map(
    categories.map(({ folderParentId, urlKey, id }) => [`${folderParentId ?? ''}/${urlKey}`, id]),
  )
  for (const { id, file, urlKey, folderParentId, furtherParents } of categories) {
    for (const { id: parent, line } of furtherParents) {
      const below = `${parent}/${urlKey}`
      if (!categoryIds.has(parent)) complain(file, line, m.catalogue_parent_unknown({ parent }))
      else if (folderParentId === undefined) complain(file, line, m.catalogue_parent_of_top_level())
      else if (parent === folderParentId) complain(file, line, m.catalogue_parent_own({ parent }))
      else if (names.has(below)) complain(file, line, m.catalogue_parent_name_taken({ name: urlKey, parent }))
      else names.set(below, id)
    }
  }
  const byId = new Map(categories.map((category) => [category.id, category]))
  for (const circle of categoryCircles(
    categories.map((category) => ({ id: category.id, parentIds: parentIdsOf(category) })),
  )) {
    // one edge of the cycle is declared in a file: its line is what the author can change
    const [category, line] = circle
      .slice(0, -1)
      .map((id, index) => [byId.get(id), circle[index + 1]] as const)
      .map(
        ([category, parent]) =>
          [category, category?.furtherParents.find(({ id }) => id === parent)?.line] as const,
      )
      .find(([, line]) => line !== undefined) ?? [undefined, undefined]
    if (category && line)
      complain(category.file, line, m.catalogue_parent_circle({ circle: circle.join(' > ') }))
  }
}

function checkVersions(videos: readonly VideoFiles[], complain: Complain): void {
  const spellings = new Map<string, string>()
  for (const { versions, file } of videos) {
    for (const { name, line } of versions) {
      const id = versionId(name)
      const other = spellings.get(id) ?? name
      if (other !== name) complain(file, line, m.catalogue_version_spelled_twice({ name, other }))
      else spellings.set(id, name)
    }
  }
}

function checkSeries(
  series: readonly SeriesFiles[],
  videoIds: ReadonlySet<string>,
  complain: Complain,
): void {
  const firsts = new Map<string, string>()
  for (const { urlKey, file, videos } of series) {
    const other = firsts.get(urlKey)
    if (other === undefined) firsts.set(urlKey, file)
    else complain(file, 1, m.catalogue_series_key_taken({ key: urlKey, other }))
    for (const { id, line } of videos)
      if (!videoIds.has(id)) complain(file, line, m.catalogue_series_video_unknown({ id }))
  }
}

/** A former name belongs to one video, and never hides an existing video's address. */
function checkFormerNames(
  videos: readonly VideoFiles[],
  videoIds: ReadonlySet<string>,
  complain: Complain,
): void {
  const claimedIn = new Map<string, string>()
  for (const { id: own, file, was } of videos) {
    for (const { id, line } of was) {
      const other = claimedIn.get(id)
      if (id === own) complain(file, line, m.catalogue_was_own())
      else if (!isFolderName(id)) complain(file, line, m.catalogue_folder_name({ name: id }))
      else if (videoIds.has(id)) complain(file, line, m.catalogue_was_present({ id }))
      else if (other !== undefined) complain(file, line, m.catalogue_was_taken({ id, other }))
      else claimedIn.set(id, file)
    }
  }
}
