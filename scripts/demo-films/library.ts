import type { Category } from './film.ts'
import type { Look } from './frame.ts'
import { javascript } from './library/javascript.ts'

/** Every category of the demo library, parents before children. */
export const library: readonly Category[] = [...javascript]

/** A category's own hue and name, or what it inherits from the folder above. */
export function lookOf(category: Category): Look {
  const above = library.filter(
    ({ folder }) => category.folder === folder || category.folder.startsWith(`${folder}/`),
  )
  const hue = above.findLast((parent) => parent.hue !== undefined)?.hue ?? 162
  return { hue, category: above.map(({ name }) => name).join(' / ') }
}
