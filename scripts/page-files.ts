import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import type { Language } from '../src/domain/language.ts'

const web = join(import.meta.dirname, '../src/web')
const queryRoot = 'platform/site/query-root.tsx'
const furtherPages = 'further-pages.ts'
const deskRoutes = 'desk-routes.tsx'
const videoPieces = 'platform/site/video-pieces.ts'

/**
 * Writes which files each page needs, so that its document can preload all at once: otherwise a browser would discover
 * them one after another. Likewise for pages that read a large library in pieces.
 */
export function pageFiles(language: Language | undefined): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle: {
      // after styles have been assigned to files
      order: 'post',
      handler(_, bundle) {
        const modules = modulesOfPages()
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const entry = chunks.find(({ isEntry }) => isEntry)
        const first = entry ? filesOf([entry.fileName], bundle) : { scripts: [], styles: [] }
        const pages = Object.entries({ ...modules, videoPieces: [videoPieces] }).map(([name, paths]) => {
          const own = paths.map((path) => {
            const chunk = chunks.find(
              ({ facadeModuleId, moduleIds }) =>
                facadeModuleId === join(web, path) || moduleIds.includes(join(web, path)),
            )
            return chunk?.fileName ?? this.error(`scripts/page-files.ts does not find ${path} in the build`)
          })
          const { scripts, styles } = filesOf(own, bundle)
          return [
            name,
            {
              scripts: scripts.filter((file) => !first.scripts.includes(file)),
              styles: styles.filter((file) => !first.styles.includes(file)),
            },
          ]
        })
        this.emitFile({
          type: 'asset',
          fileName: `.vite/pages.${language ?? 'en'}.json`,
          source: JSON.stringify(Object.fromEntries(pages), null, 1),
        })
      },
    },
  }
}

/** The dynamically imported modules of each page. */
export function modulesOfPages(): Record<string, string[]> {
  return {
    ...modulesIn('routes.tsx'),
    ...modulesIn(furtherPages, [furtherPages]),
    ...modulesIn(deskRoutes, [furtherPages, deskRoutes]),
  }
}

/** The modules loaded for each page of a table, and for the table itself. */
function modulesIn(table: string, before: readonly string[] = []): Record<string, string[]> {
  const lines = readFileSync(join(web, table), 'utf8').matchAll(
    /^ {2}(\w+): \(\) => (\w+\()?import\('#web\/([^']+)'\)/gm,
  )
  const found = [...lines].map(([, name = '', around, path = '']) => [
    name,
    [path, ...(around ? [queryRoot] : []), ...before],
  ])
  if (found.length === 0) throw new Error(`scripts/page-files.ts finds no page in ${table}`)
  return Object.fromEntries(found)
}

function filesOf(
  start: readonly string[],
  bundle: Rolldown.OutputBundle,
): { scripts: string[]; styles: string[] } {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (name: string) => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || scripts.has(name)) return
    scripts.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
    for (const next of chunk.imports) visit(next)
  }
  for (const name of start) visit(name)
  return { scripts: [...scripts], styles: [...styles] }
}
