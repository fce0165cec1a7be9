import { join } from 'node:path'
import type { Complain } from '#server/platform/runtime/file-mistake.ts'
import { readText } from '#server/platform/runtime/read-text.ts'
import { readFrontMatter } from './front-matter.ts'

/** A category from its `category.md`. */
export type CategoryFiles = {
  /** Path of its folder below the catalogue's. */
  readonly id: string
  readonly name: string
  readonly urlKey: string
  readonly position: number
  readonly description: string
  /** Id of the category of the parent folder; undefined at the top. */
  readonly folderParentId: string | undefined
  /** Ids of additional parent categories. */
  readonly furtherParents: readonly { readonly id: string; readonly line: number }[]
  readonly file: string
}

export type CategoryFolder = { readonly path: string; readonly id: string }

/** Reads `category.md`: `name`, `position`, optional `parents`, and the description below them. */
export async function readCategory(
  { path, id }: CategoryFolder,
  complain: Complain,
): Promise<CategoryFiles | undefined> {
  const file = `${id}/category.md`
  const read = await readText(join(path, 'category.md'))
  if ('sentence' in read) {
    complain(file, 1, read.sentence)
    return undefined
  }
  const slash = id.lastIndexOf('/')
  return readFrontMatter(
    read.text,
    (line, sentence) => complain(file, line, sentence),
    (values) => ({
      id,
      name: values.text('name'),
      urlKey: id.slice(slash + 1),
      position: values.wholeNumber('position'),
      description: values.body,
      folderParentId: slash < 0 ? undefined : id.slice(0, slash),
      furtherParents: values.list('parents', 200).map(({ value, line }) => ({ id: value, line })),
      file,
    }),
  )
}

/** Returns the ids of all parent categories, the folder's first. */
export function parentIdsOf({ folderParentId, furtherParents }: CategoryFiles): string[] {
  return [...(folderParentId === undefined ? [] : [folderParentId]), ...furtherParents.map(({ id }) => id)]
}
