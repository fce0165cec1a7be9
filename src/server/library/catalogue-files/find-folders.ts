import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { isFolderName } from '#domain/catalogue/catalogue.ts'
import { codeLimits } from '#domain/catalogue/code-files.ts'
import { looksLikeFilm } from '#domain/catalogue/film-form.ts'
import { m } from '#messages/generated/messages.js'
import type { Complain } from '#server/platform/runtime/file-mistake.ts'
import { reasonOf } from '#server/platform/runtime/read-text.ts'
import type { CategoryFolder } from './read-category.ts'
import type { SeriesFolder } from './read-series.ts'
import type { VideoFolder } from './read-video.ts'

export type CatalogueFolders = {
  readonly categories: CategoryFolder[]
  readonly videos: VideoFolder[]
  readonly series: SeriesFolder[]
  /** Ids of categories whose `category.md` is a refused link. */
  readonly refusedCategories: string[]
}

/**
 * Finds the folders of categories, videos and series in a catalogue. Files of systems and editors are ignored; links
 * within the folder are followed. Unknown folders, stray files, and links that leave the folder or form a cycle are
 * mistakes.
 */
export async function findFolders(root: string, complain: Complain): Promise<CatalogueFolders> {
  const found: CatalogueFolders = { categories: [], videos: [], series: [], refusedCategories: [] }
  const walk: Walk = { found, complain }
  const top: Place = { path: root, name: '.', within: [await realpath(root)] }
  const { folders, files } = await contentsOf(top, complain)
  for (const file of files) complain(file, 1, m.catalogue_unknown_file())
  for (const folder of folders) await lookInto({ ...(await below(top, folder)), name: folder }, walk)
  if (folders.length === 0) complain('.', 1, m.catalogue_folder_empty())
  return found
}

/** A folder during the walk: `within` are the real paths of it and its ancestors, the catalogue's own first. */
type Place = { readonly path: string; readonly name: string; readonly within: readonly string[] }

type Walk = {
  readonly found: CatalogueFolders
  readonly complain: Complain
}

async function below(place: Place, folder: string): Promise<Place> {
  const path = join(place.path, folder)
  return { path, name: `${place.name}/${folder}`, within: [...place.within, await realpath(path)] }
}

async function lookInto(place: Place, walk: Walk): Promise<void> {
  const { path, name } = place
  const { found, complain } = walk
  // ids are in NFC, however the file system stores names
  const id = name.normalize('NFC')
  const folderName = id.slice(id.lastIndexOf('/') + 1)
  if (!isFolderName(folderName)) complain(name, 1, m.catalogue_folder_name({ name: folderName }))
  if (id.length > 200) return complain(name, 1, m.catalogue_path_too_long())
  const { folders, files, refused } = await contentsOf(place, complain)
  const isThere = (file: string) => files.includes(file) || refused.includes(file)
  const isVideo = isThere('video.md')
  if (isVideo && files.includes('category.md'))
    complain(`${name}/category.md`, 1, m.catalogue_category_and_video())
  if (isThere('series.md')) {
    for (const folder of folders) complain(`${name}/${folder}`, 1, m.catalogue_folder_in_series())
    found.series.push({ path, name, urlKey: folderName, files })
    return
  }
  if (isVideo) {
    for (const folder of folders)
      if (folder !== 'code') complain(`${name}/${folder}`, 1, m.catalogue_folder_in_video())
    const code = folders.includes('code') ? await findCode(await below(place, 'code'), complain) : []
    const slash = id.lastIndexOf('/')
    const categoryId = id.slice(0, Math.max(slash, 0))
    found.videos.push({ path, name, id: folderName, categoryId, files, refused, code })
    return
  }
  // under any name
  const isFilmAlone = folders.length === 0 && files.some(looksLikeFilm)
  if (files.includes('category.md')) found.categories.push({ path, id })
  else if (isThere('category.md')) found.refusedCategories.push(id)
  else if (isThere('film.mp4') || isFilmAlone) complain(`${name}/video.md`, 1, m.catalogue_video_missing())
  // the folder of all series is at the top, and is no category
  else if (id !== 'series') complain(`${name}/category.md`, 1, m.catalogue_category_missing())
  for (const file of files)
    if (file !== 'category.md' && file !== 'film.mp4' && !(isFilmAlone && looksLikeFilm(file)))
      complain(`${name}/${file}`, 1, m.catalogue_unknown_file())
  for (const folder of folders) await lookInto(await below(place, folder), walk)
}

/** Finds the files of a video's code, by path below its folder; truncated when there are too many. */
async function findCode(place: Place, complain: Complain, above = ''): Promise<VideoFolder['code']> {
  const { folders, files } = await contentsOf(place, complain)
  const found = files.map((name) => ({
    name: `${above}${name}`.normalize('NFC'),
    path: join(place.path, name),
  }))
  for (const folder of folders) {
    if (found.length > codeLimits.files) break
    found.push(...(await findCode(await below(place, folder), complain, `${above}${folder}/`)))
  }
  return found
}

/** `refused`: names already reported, whose absence is not reported again. */
type Contents = { readonly folders: string[]; readonly files: string[]; readonly refused: string[] }

async function contentsOf({ path, name, within }: Place, complain: Complain): Promise<Contents> {
  const contents: Contents = { folders: [], files: [], refused: [] }
  const refuse = (entry: string, sentence: string) => {
    contents.refused.push(entry)
    complain(name === '.' ? entry : `${name}/${entry}`, 1, sentence)
  }
  try {
    for (const entry of (await readdir(path)).sort()) {
      if (isLeftover(entry)) continue
      try {
        const one = join(path, entry)
        const stray = (await lstat(one)).isSymbolicLink() ? await strayOf(one, within) : undefined
        const kind = await stat(one)
        if (stray) refuse(entry, stray())
        else if (kind.isDirectory()) contents.folders.push(entry)
        else if (kind.isFile()) contents.files.push(entry)
        else refuse(entry, m.catalogue_unknown_file())
      } catch (error) {
        const reason = reasonOf(error)
        refuse(entry, reason === 'ELOOP' ? m.catalogue_link_circle() : m.catalogue_unreadable({ reason }))
      }
    }
  } catch (error) {
    complain(name, 1, m.catalogue_unreadable({ reason: reasonOf(error) }))
  }
  return contents
}

/** Returns the fault of a link's target, if any. */
async function strayOf(link: string, within: readonly string[]): Promise<(() => string) | undefined> {
  const target = await realpath(link)
  const [root = ''] = within
  if (within.some((folder) => isWithin(folder, target))) return m.catalogue_link_circle
  return isWithin(target, root) ? undefined : m.catalogue_link_outside
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}${sep}`)
}

/** Files that file managers and editors leave behind. */
function isLeftover(name: string): boolean {
  return /^\.|~$|\.(?:swp|swo|bak)$|^#.*#$|^(?:thumbs\.db|desktop\.ini)$/i.test(name)
}
