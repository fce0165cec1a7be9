import type { Category } from './film.ts'
import type { Look } from './frame.ts'
import { craft } from './library/craft.ts'
import { databases } from './library/databases.ts'
import { frontend } from './library/frontend.ts'
import { git } from './library/git.ts'
import { http } from './library/http.ts'
import { javascript } from './library/javascript.ts'
import { testing } from './library/testing.ts'
import { typescript } from './library/typescript.ts'

/** Every category of the demo library, parents before children. */
export const library: readonly Category[] = [
  ...javascript,
  ...typescript,
  ...frontend,
  ...databases,
  ...http,
  ...git,
  ...testing,
  ...craft,
]

/** Returns a category's hue and name, inherited from its parent folder if missing. */
export function lookOf(category: Category): Look {
  const above = library.filter(
    ({ folder }) => category.folder === folder || category.folder.startsWith(`${folder}/`),
  )
  const hue = above.findLast((parent) => parent.hue !== undefined)?.hue ?? 162
  return { hue, category: above.map(({ name }) => name).join(' / ') }
}
