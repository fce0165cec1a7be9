// Program of `npm run dev`: runs Vite for the screens and the server, after compiling the messages.
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { createServer } from 'vite'
import { languages } from '../src/domain/language.ts'
import { buildServer } from './build-server.ts'
import { type Catalogue, type Compiled, catalogueOf, compileMessages } from './compile-messages.ts'
import { restartingServer } from './restarting-server.ts'

const root = resolve(import.meta.dirname, '..')

/** Sources of the server; Vite watches the screens. */
const watched = ['src/server', 'src/domain', 'src/contract', 'src/messages', 'migrations']

/** Debounce time in milliseconds: an editor saves several files at once. */
const quietMs = 50

const changed = new Set<string>()
const compiled = new Map<Catalogue, Compiled>()
let debounce: NodeJS.Timeout | undefined
let working = Promise.resolve()

const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  plugins: [
    {
      name: 'lectern-server',
      // called again when Vite restarts itself, with another watcher
      configureServer({ watcher }) {
        watcher.add(watched.map((folder) => join(root, folder)))
        watcher.on('all', (_event, path) => note(relative(root, path)))
      },
    },
  ],
})
await vite.listen()
vite.printUrls()
await standInForScreens()

/** A bundle restarts in half the time of a thousand files; packages stay loaded. */
const built = '.cache/server'
await buildServer({ folder: built, withoutPackages: true })

const server = restartingServer({
  file: `${built}/main.js`,
  cwd: root,
  // links in mails and the demo's logins open the reloading screens
  env: { BASE_URL: process.env.BASE_URL ?? vite.resolvedUrls?.local[0] },
  readyAt: `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? 3000}/api/health/live`,
})
await server.restart()

let ending = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)

/** The terminal and npm both pass Ctrl-C on, so it arrives more than once. */
async function end(): Promise<void> {
  if (ending) return
  ending = true
  await Promise.all([server.stop(), vite.close()])
  process.exit(0)
}

function note(path: string): void {
  if (!concernsServer(path)) return
  changed.add(path)
  clearTimeout(debounce)
  debounce = setTimeout(() => {
    working = working.then(takeUpChanges)
  }, quietMs)
}

function concernsServer(path: string): boolean {
  if (!watched.some((folder) => path.startsWith(`${folder}/`))) return false
  return !/^src\/messages\/generated|\.test\.tsx?$|(^|\/)\.|~$/.test(path)
}

async function takeUpChanges(): Promise<void> {
  const paths = [...changed]
  changed.clear()
  if (paths.length === 0 || ending) return
  try {
    for (const catalogue of new Set(paths.filter((path) => path.endsWith('.json')).map(catalogueOf)))
      compiled.set(catalogue, await compileMessages(catalogue, compiled.get(catalogue)))
  } catch (error) {
    console.error(`\nThe messages are not compiled: ${error instanceof Error ? error.message : error}\n`)
    return
  }
  try {
    await buildServer({ folder: built, withoutPackages: true })
  } catch (error) {
    console.error(`\nThe server goes on as it was: ${error instanceof Error ? error.message : error}\n`)
    return
  }
  await server.restart(paths)
}

/** The server serves documents from the built screens; without a build it gets one that refers to Vite. */
async function standInForScreens(): Promise<void> {
  const files = languages.map((language) => join(root, `dist/web/index.${language}.html`))
  if (files.every((file) => existsSync(file))) return
  const text = `The screens are not built here: open ${vite.resolvedUrls?.local[0]}`
  await mkdir(join(root, 'dist/web/assets'), { recursive: true })
  const document = `<!doctype html><html><head><!--head--></head><body><p>${text}</p><!--app--></body></html>`
  for (const file of files) await writeFile(file, document)
}
