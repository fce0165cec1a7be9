import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isFolderName } from '#domain/catalogue/catalogue.ts'
import { m } from '#messages/generated/messages.js'
import type { Complain } from './catalogue-mistake.ts'
import type { CategoryFolder } from './read-category.ts'
import { reasonOf } from './read-text.ts'
import type { VideoFolder } from './read-video.ts'

export type CatalogueFolders = { readonly categories: CategoryFolder[]; readonly videos: VideoFolder[] }

/**
 * Finds the folders of categories and videos below a catalogue's folder. Names that begin with a full stop are passed
 * over; links are followed. A folder that is neither, and a file that belongs to none, is a mistake.
 */
export async function findFolders(root: string, complain: Complain): Promise<CatalogueFolders> {
  const found: CatalogueFolders = { categories: [], videos: [] }
  const { folders, files } = await contentsOf(root, '.', complain)
  for (const file of files) complain(file, 1, m.catalogue_unknown_file())
  for (const folder of folders) await lookInto(join(root, folder), folder, found, complain)
  if (folders.length === 0) complain('.', 1, m.catalogue_folder_empty())
  return found
}

async function lookInto(
  path: string,
  name: string,
  found: CatalogueFolders,
  complain: Complain,
): Promise<void> {
  // ids are composed characters, however the file system keeps its names
  const id = name.normalize('NFC')
  const folderName = id.slice(id.lastIndexOf('/') + 1)
  if (!isFolderName(folderName)) complain(name, 1, m.catalogue_folder_name({ name: folderName }))
  // also where a link leads back to a folder above itself
  if (id.length > 200) return complain(name, 1, m.catalogue_path_too_long())
  const { folders, files } = await contentsOf(path, name, complain)
  const isVideo = files.includes('video.md')
  if (isVideo && files.includes('category.md'))
    complain(`${name}/category.md`, 1, m.catalogue_category_and_video())
  if (isVideo) {
    for (const folder of folders) complain(`${name}/${folder}`, 1, m.catalogue_folder_in_video())
    const slash = id.lastIndexOf('/')
    if (slash < 0) complain(`${name}/video.md`, 1, m.catalogue_video_without_category())
    found.videos.push({ path, name, id: folderName, categoryId: id.slice(0, Math.max(slash, 0)), files })
    return
  }
  if (files.includes('category.md')) found.categories.push({ path, id })
  else if (files.includes('film.mp4')) complain(`${name}/video.md`, 1, m.catalogue_video_missing())
  else complain(`${name}/category.md`, 1, m.catalogue_category_missing())
  for (const file of files)
    if (file !== 'category.md' && file !== 'film.mp4')
      complain(`${name}/${file}`, 1, m.catalogue_unknown_file())
  for (const folder of folders) await lookInto(join(path, folder), `${name}/${folder}`, found, complain)
}

async function contentsOf(
  path: string,
  name: string,
  complain: Complain,
): Promise<{ folders: string[]; files: string[] }> {
  const contents = { folders: [] as string[], files: [] as string[] }
  try {
    for (const entry of (await readdir(path)).sort()) {
      if (entry.startsWith('.')) continue
      const at = name === '.' ? entry : `${name}/${entry}`
      try {
        const kind = await stat(join(path, entry))
        if (kind.isDirectory()) contents.folders.push(entry)
        else if (kind.isFile()) contents.files.push(entry)
        else complain(at, 1, m.catalogue_unknown_file())
      } catch (error) {
        complain(at, 1, m.catalogue_unreadable({ reason: reasonOf(error) }))
      }
    }
  } catch (error) {
    complain(name, 1, m.catalogue_unreadable({ reason: reasonOf(error) }))
  }
  return contents
}
