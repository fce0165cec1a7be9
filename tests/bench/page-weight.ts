import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Chunk = {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

/** Bytes that a first visit to a page loads, compressed with gzip. */
export type PageWeight = { readonly name: string; readonly scriptBytes: number; readonly styleBytes: number }

/** The modules that the first view of each page loads beside the entry (src/web/routes.tsx). */
const firstViews: Record<string, RegExp> = {
  landing: /^landing\/landing-page\.tsx$/,
  listing: /^(listing\/listing-page|site\/query-root)\.tsx$/,
  // the page loads the player's controls by itself; menus, the list of keys and Markdown wait until they are wanted
  video: /^(video-page\/video-page|site\/query-root|player\/controls)\.tsx$/,
}

/** Weighs the pages of a build; undefined where there is none. */
export function pageWeights(webFolder: string): PageWeight[] | undefined {
  const file = join(webFolder, '.vite/manifest.en.json')
  if (!existsSync(file)) return undefined
  const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'))
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  return Object.entries(firstViews).map(([name, modules]) => {
    const pages = Object.keys(manifest).filter((key) => modules.test(key))
    if (pages.length === 0) throw new Error(`The build has no ${name} page`)
    const chunks = [...withImports(manifest, [...entries, ...pages])].map((key) => manifest[key])
    const weigh = (files: Iterable<string>) =>
      [...new Set(files)].reduce(
        (sum, path) => sum + gzipSync(readFileSync(join(webFolder, path)), { level: 9 }).length,
        0,
      )
    return {
      name,
      scriptBytes: weigh(chunks.flatMap((chunk) => chunk?.file ?? []).filter((path) => path.endsWith('.js'))),
      styleBytes: weigh(chunks.flatMap((chunk) => chunk?.css ?? [])),
    }
  })
}

function withImports(manifest: Manifest, keys: readonly string[], reached = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (reached.has(key)) continue
    reached.add(key)
    withImports(manifest, manifest[key]?.imports ?? [], reached)
  }
  return reached
}
