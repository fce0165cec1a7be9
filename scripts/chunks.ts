import type { Plugin } from 'vite'

/**
 * Splits the screens into files. By default the bundler makes a file for each set of pages that share something: a
 * sentence of 40 bytes becomes a request, and the code of every page becomes twenty files. Here shared code is grouped by
 * the part of the site it belongs to. Code of a single page stays with the page; packages are left to the bundler.
 */
export function chunks(): Plugin {
  return {
    name: 'chunks',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkNames() }] },
          },
        },
      },
    }),
    transform: noteNames,
    generateBundle(_, bundle) {
      const circle = circleIn((file) => {
        const chunk = bundle[file]
        return chunk?.type === 'chunk' ? chunk.imports : []
      }, Object.keys(bundle))
      // a module could run before its dependencies
      if (circle) this.error(`scripts/chunks.ts makes files that import each other: ${circle.join(' > ')}`)
    },
  }
}

/** The bundler's information about modules. */
export type Modules = { getModuleInfo(id: string): ModuleInfo | null }
type ModuleInfo = {
  readonly importers: readonly string[]
  readonly dynamicImporters: readonly string[]
  readonly importedIds: readonly string[]
  readonly isEntry: boolean
}

/** Returns a function that names a module's file; null leaves it to the bundler. */
export function chunkNames(): (id: string, modules: Modules) => string | null {
  const known = new Map<string, string | null>()
  return function nameOf(id: string, modules: Modules): string | null {
    const before = known.get(id)
    if (before !== undefined) return before
    // ends the recursion for circular imports
    known.set(id, null)
    const pages = visitors(pagesOf(id, modules))
    const imports = modules.getModuleInfo(id)?.importedIds.filter(isCode) ?? []
    const needed = new Set(imports.map((one) => nameOf(one, modules)))
    const name = pages.has(entry) && !isList(id) ? 'shell' : standing(nameFor(id, pages), needed)
    known.set(id, name)
    return name
  }
}

/**
 * Adjusts a module's file to those of its imports. A module that imports one left to the bundler is left to it too. The
 * shell depends only on itself, and pages do not load the query library just for code shared with pages that use it.
 */
function standing(name: string | null, needed: ReadonlySet<string | null>): string | null {
  if (needed.has(null)) return null
  if (name === 'forms' || name === 'credentials')
    return needed.has('query') || needed.has('account') ? 'account' : name
  if (name === 'fields' && needed.has('members')) return 'members'
  if (needed.has('query') && (name === 'shell' || name === 'fields')) return 'query'
  return name === 'shell' && needed.has('fields') ? 'fields' : name
}

/**
 * Names a file by the pages that use a module. A module's imports are used by the same pages or more, so sets of more
 * pages must match an earlier rule: then no two files import each other.
 */
function nameFor(id: string, pages: ReadonlySet<string>): string | null {
  if (!isCode(id)) return null
  if (deskAddresses.test(id)) return 'desk-addresses'
  if (reading.test(id)) return 'reading'
  if (/\/@tanstack\/|\/src\/web\/platform\/site\/quer/.test(id)) return 'query'
  if (/\/src\/web\/platform\/site\/use-/.test(id)) return 'fields'
  if (pages.size < 2 || (id.includes('/node_modules/') && !id.includes('/lucide-react/'))) return null
  // the dialog for signing in again, which no other form loads
  if ([...pages].every((page) => page.includes('/src/web/identity/sign-in/'))) return 'sign-in'
  const parts = new Set([...pages].map(partOf))
  // only what a page loads on demand uses it, so that opening the page does without it
  if (parts.size === 1 && ![...pages].some(isPage)) return `${[...parts][0]}-on-demand`
  const has = (...names: string[]) => names.every((name) => parts.has(name))
  const hasOne = (...names: string[]) => names.some((name) => parts.has(name))
  // a part of the library's pages, ignored for the split
  const ofSeries = parts.delete('series')
  // most visitors of the other forms follow a link, and need more than the registration
  const forms = [...pages].some((page) => registration.test(page)) ? 'forms' : 'credentials'
  if (id.includes('/lucide-react/')) return parts.size > 1 ? 'members' : ([...parts][0] ?? null)
  if (parts.size > 4 && has('landing')) return 'shell'
  if (parts.size > 4 && hasOne('pricing', 'listing', 'forms')) return 'fields'
  if (parts.size === 0) return null
  if (parts.size === 1 && ofSeries && has('listing')) return 'library'
  if (parts.size === 1) return has('forms') ? forms : ([...parts][0] ?? null)
  if (has('landing', 'pricing')) return 'shell'
  if (has('pricing')) return 'prices'
  if (parts.size === 2 && has('listing', 'player')) return 'library'
  if (parts.size === 2 && has('landing', 'static-pages')) return 'texts'
  if (has('landing')) return 'listed'
  if (has('listing') || has('player', 'forms')) return 'fields'
  // shared by a video's page and those of members
  if (has('player')) return 'members'
  if (has('forms')) return forms
  return ['account', 'shop', 'admin'].find((name) => has(name)) ?? null
}

const registration = /\/src\/web\/business\/registration\/register-page\./

/** The notice of a switch and a preview link to the desk, without the rest of it. */
const deskAddresses = /\/src\/contract\/desk\/desk-pages\./

/** A page that only sends a form uses no queries. */
const reading =
  /\/@tanstack\/.*(?:useQuery|useBaseQuery|queryObserver|suspense|errorBoundaryUtils|Reset|Restoring)/

/** Parts of the site with several rooms. */
const foldersOfParts: readonly (readonly [string, RegExp])[] = [
  ['player', /^(?:video-page|player|static-pages\/embedded-video)\b/],
  [
    'forms',
    /^(?:(?:registration|sign-in|passwords|code-host|team\/join|admin-link)\/|company-sign-in\/company-login-page\b)/,
  ],
  // pages that open from a link of a mail
  ['declarations', /^(?:declarations\/|profile\/(?:keep|move)-contact-page\b)/],
  ['account', /^(?:profile|sessions|billing|team|cards|company-sign-in)\//],
]

/** Returns the part of the site that a page belongs to: its room, or a part of several; the storey does not count. */
function partOf(page: string): string {
  const place = /\/src\/web\/(?:[^/]+\/)?(.*)/.exec(page)?.[1] ?? ''
  return foldersOfParts.find(([, folders]) => folders.test(place))?.[0] ?? place.split('/')[0] ?? ''
}

/** Whether a module is the entry, a page, or the controls, which every playing video loads: not a part on demand. */
function isPage(id: string): boolean {
  return id === entry || /-page\.tsx$|\/controls\.tsx$/.test(id)
}

/** Leaves out the admin's pages where others use a module too: what they share is where it is best for visitors. */
function visitors(pages: ReadonlySet<string>): ReadonlySet<string> {
  const others = [...pages].filter((page) => page === entry || partOf(page) !== 'admin')
  return others.length > 0 ? new Set(others) : pages
}

const entry = 'the entry'

/** Returns the dynamically imported modules that use a module, and the entry. */
function pagesOf(id: string, modules: Modules): ReadonlySet<string> {
  const found = new Set<string>()
  const seen = new Set<string>()
  const visit = (at: string) => {
    const info = modules.getModuleInfo(at)
    if (seen.has(at) || !info || isList(at)) return
    seen.add(at)
    if (info.isEntry) found.add(entry)
    if (info.dynamicImporters.length > 0) found.add(at)
    for (const importer of importersOf(at, info)) visit(importer)
  }
  visit(id)
  return found
}

const sentence = /\/messages\/generated\/messages\/(?!_index\.)_?(\w+)\.js$/
const icon = /\/lucide-react\/dist\/esm\/icons\/(?!index\.)([\w-]+)\.mjs$/
const lists =
  /\/messages\/generated\/messages(?:\/_index)?\.js$|\/lucide-react\/dist\/esm\/(?:lucide-react|icons\/index)\.mjs$/

/** Whether a module is a list of all messages or icons: no page uses all of it. */
function isList(id: string): boolean {
  return lists.test(id)
}

function isCode(id: string): boolean {
  return /\.(?:[jt]sx?|mjs)$/.test(id) && !isList(id)
}

/** The modules that use a message or an icon, by its name. */
const usersOf = new Map<string, Set<string>>()

function noteNames(code: string, id: string): void {
  if (!/\/src\/[\w/.-]+\.tsx?$/.test(id)) return
  const said = [...code.matchAll(/\bm\.(\w+)/g)].map(([, name = '']) => name)
  const drawn = [...code.matchAll(/import \{([^}]*)\} from ['"]lucide-react['"]/g)].flatMap(
    ([, names = '']) => names.split(',').map((name) => (name.split(' as ')[0] ?? '').trim()),
  )
  for (const name of [...said, ...drawn]) usersOf.set(name, (usersOf.get(name) ?? new Set()).add(id))
}

function importersOf(id: string, { importers }: ModuleInfo): Iterable<string> {
  const name =
    sentence.exec(id)?.[1] ?? icon.exec(id)?.[1]?.replace(/(?:^|-)(\w)/g, (_, first) => first.toUpperCase())
  return name === undefined ? importers : (usersOf.get(name) ?? [])
}

/** Returns a cycle of files that import each other, if there is one. */
export function circleIn(
  importsOf: (file: string) => readonly string[],
  files: readonly string[],
): string[] | undefined {
  const done = new Set<string>()
  const visit = (file: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const next of importsOf(file)) {
      const circle = visit(next, [...way, file])
      if (circle) return circle
    }
    done.add(file)
    return undefined
  }
  return files.map((file) => visit(file, [])).find((circle) => circle !== undefined)
}
