import { stat } from 'node:fs/promises'
import { m } from '#messages/generated/messages.js'
import type { FileMistake } from '#server/platform/runtime/file-mistake.ts'
import { checkReferences } from './check-references.ts'
import { findFolders } from './find-folders.ts'
import { type CategoryFiles, readCategory } from './read-category.ts'
import { readSeries, type SeriesFiles } from './read-series.ts'
import { readVideo, type VideoFiles } from './read-video.ts'

/** A validated catalogue. */
export type Catalogue = {
  readonly categories: readonly CategoryFiles[]
  readonly videos: readonly VideoFiles[]
  readonly series: readonly SeriesFiles[]
  /** Warnings for the author. */
  readonly warnings: readonly FileMistake[]
}

/** Progress of an import: videos while reading, bytes while copying, rows while storing. */
export type CatalogueProgress = {
  readonly phase: 'reading' | 'copying' | 'storing'
  readonly done: number
  readonly total: number
}

/**
 * Reads and validates a folder of categories, videos and series (docs/catalogue.md). Returns the catalogue, or all
 * mistakes in it by file and line. Changes nothing.
 */
export async function readCatalogue(
  folder: string,
  report: (progress: CatalogueProgress) => void = () => undefined,
): Promise<Catalogue | { mistakes: FileMistake[] }> {
  const mistakes: FileMistake[] = []
  const complain = (file: string, line: number, sentence: string) =>
    void mistakes.push({ file, line, sentence })
  const warnings: FileMistake[] = []
  const warn = (file: string, line: number, sentence: string) => void warnings.push({ file, line, sentence })
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) return { mistakes: [{ file: folder, line: 1, sentence: m.catalogue_folder_missing() }] }
  const folders = await findFolders(folder, complain)
  const categories = await atOnce(folders.categories, (category) => readCategory(category, complain))
  let done = 0
  const total = folders.videos.length
  report({ phase: 'reading', done, total })
  const videos = await atOnce(folders.videos, async (video) => {
    const read = await readVideo(video, complain, warn)
    done += 1
    report({ phase: 'reading', done, total })
    return read
  })
  const series = await atOnce(folders.series, (one) => readSeries(one, complain))
  const catalogue = {
    categories: present(categories),
    videos: present(videos),
    series: present(series),
    warnings: inOrder(warnings),
  }
  const known = {
    categoryIds: new Set([...folders.categories.map(({ id }) => id), ...folders.refusedCategories]),
    videoIds: new Set(folders.videos.map(({ id }) => id)),
  }
  checkReferences(catalogue, known, complain)
  if (mistakes.length === 0) return catalogue
  return { mistakes: inOrder(mistakes) }
}

function inOrder(mistakes: FileMistake[]): FileMistake[] {
  return mistakes.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
}

/** Several in parallel: reading is bound by the disk. */
async function atOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return results
}

function present<Item>(items: readonly (Item | undefined)[]): Item[] {
  return items.filter((item) => item !== undefined)
}
