// npm run build:server: bundles the server and its command-line tools, each into one file with its packages, because a
// start spends most of its time on finding and reading thousands of files (decisions/006-built-server.md).
import { rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { whileAlone } from './prepare.mjs'

const root = resolve(import.meta.dirname, '..')

/** Entry points, by their file name in `dist/server`. */
const programs = {
  main: 'src/server/main.ts',
  admin: 'src/server/front/command-line/admin.ts',
  catalogue: 'src/server/front/command-line/catalogue.ts',
  site: 'src/server/front/command-line/site.ts',
  thread: 'src/server/platform/database/embedded/thread.ts',
}

/** Packages that read files beside their code, or are native. */
const leftOutside =
  /^(@electric-sql\/pglite|@fontsource-variable|@resvg\/resvg-js|@node-rs\/argon2|@e-invoice-eu\/core|fontkit|pdfkit|pino|sharp|subset-font)(\/|$)/
const packages = /^[^./#\0]/

type Build = {
  /** Output folder, relative to the project's root. */
  readonly folder: string
  /** Leaves packages out, for a process that has already loaded them. */
  readonly withoutPackages?: boolean
}

/** Bundles the programs into `folder`; rejects with the position of a syntax error. */
export async function buildServer({ folder, withoutPackages = false }: Build): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(programs).map(([name, path]) => [name, join(root, path)])),
    cwd: root,
    platform: 'node',
    external: withoutPackages ? packages : leftOutside,
    plugins: [sourcesStayInPlace(join(root, folder)), packagesReadNoFiles()],
  })
  rmSync(join(root, folder), { recursive: true, force: true })
  await bundle.write({
    dir: join(root, folder),
    format: 'esm',
    sourcemap: true,
    // the sources are beside it
    sourcemapExcludeSources: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'part-[hash].js',
  })
  await bundle.close()
}

/**
 * Code that reads a file beside itself must find it beside its source, so only code is bundled. The program of a thread
 * is the exception: it is one of `programs`.
 */
function sourcesStayInPlace(folder: string): Plugin {
  const fromBuilt = (path: string) => `new URL(${JSON.stringify(relative(folder, path))}, import.meta.$url)`
  return {
    name: 'sources-stay-in-place',
    transform: {
      filter: { id: /\/src\/server\/.*\.ts$/, code: 'import.meta.' },
      handler(code, id) {
        const built = code
          .replaceAll(/new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g, (whole, name: string) =>
            name in programs ? `new URL('./${name}.js', import.meta.$url)` : whole,
          )
          .replaceAll('import.meta.dirname', `decodeURIComponent(${fromBuilt(dirname(id))}.pathname)`)
          .replaceAll('import.meta.url', `${fromBuilt(id)}.href`)
          .replaceAll('import.meta.$url', 'import.meta.url')
        return { code: built, map: null }
      },
    },
  }
}

/**
 * Fails the build for a bundled package that reads a file beside itself: it would fail at run time, perhaps weeks later.
 */
function packagesReadNoFiles(): Plugin {
  return {
    name: 'packages-read-no-files',
    transform: {
      filter: { id: /\/node_modules\//, code: /\b__(dir|file)name\b|\bimport\.meta\.|\brequire\.resolve\b/ },
      handler(_code, id) {
        this.error(`${relative(root, id)} reads files beside itself: its package belongs to leftOutside.`)
      },
    },
  }
}

if (import.meta.main) await whileAlone(() => buildServer({ folder: 'dist/server' }))
