import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** The layers, and the layers and packages that each may import. */
const layers: Record<string, { layers: string[]; packages: RegExp }> = {
  domain: { layers: ['domain'], packages: /^(temporal-polyfill|minisearch)$/ },
  contract: { layers: ['contract', 'domain'], packages: /^zod\/mini$/ },
  messages: { layers: ['messages'], packages: /^$/ },
  server: {
    layers: ['server', 'contract', 'domain', 'messages'],
    packages: /^(?!react|@base-ui|zustand|@tanstack|lucide|@videojs|vite)/,
  },
  web: {
    layers: ['web', 'contract', 'domain', 'messages'],
    packages: /^(?!node:|fastify|@fastify|kysely|pg|nodemailer)/,
  },
}

/** Words that do not describe the content of a folder or file. */
const emptyWords = /^(utils?|lib|helpers?|common|types|hooks|misc|shared|index)$/

const files = [...filesBelow(join(root, 'src'))].filter((path) => !path.includes('/messages/generated'))
const everyFile = [
  ...readdirSync(root).map((name) => join(root, name)),
  ...['src', 'tests', 'scripts', 'migrations'].flatMap((folder) => [...filesBelow(join(root, folder))]),
]
const sources = files.filter((path) => /\.tsx?$/.test(path))
const modules = sources.filter((path) => !/\.test\.tsx?$/.test(path))

describe('the rule: domain <- contract <- server | web', () => {
  test.each(Object.keys(layers))('%s imports only from layers below', (layer) => {
    const wrong = sources
      .filter((path) => layerOf(path) === layer && !/\.test\.tsx?$/.test(path))
      .flatMap((path) => importsOf(path).map((specifier) => ({ path, specifier })))
      .filter(({ path, specifier }) => !mayImport(layer, path, specifier))
      .map(({ path, specifier }) => `${relative(root, path)} imports ${specifier}`)
    expect(wrong).toEqual([])
  })

  test.each(Object.keys(layers))('%s holds source files', (layer) => {
    expect(files.filter((path) => layerOf(path) === layer)).not.toEqual([])
  })

  test('every import between folders goes by # and every file is named with its ending', () => {
    const wrong = sources.flatMap((path) =>
      importsOf(path)
        .filter(
          (specifier) =>
            specifier.startsWith('../') || (/^[#.]/.test(specifier) && !/\.\w+$/.test(specifier)),
        )
        .map((specifier) => `${relative(root, path)} imports ${specifier}`),
    )
    expect(wrong).toEqual([])
  })
})

/**
 * The floor plan: the storeys of a layer and the rooms of each, from the ground up. A room imports only from rooms
 * before it; code of an upper room that a lower one must call is passed in by `app.ts`. `.` is the layer's own folder,
 * which composes the rest.
 */
const floorPlans: Record<string, Record<string, string>> = {
  server: {
    platform: `runtime config site-files database/engine database/embedded database outside outside/s3 outside/stripe outside/sandbox queue http/attempts services
      jobs site audit mail mail/templates http health`,
    identity: 'sessions accounts passwords two-factor passkeys sign-in',
    library: `unused-media film-sizes transcripts storyboards film-counts former-videos catalogue-replies catalogue-files catalogue write export watching/films watching search
      video-code uploads processing`,
    books: 'billing invoices billing/charging billing/events billing/reconciling',
    business: `newsletter user-session subscriptions team profile registration code-host company-sign-in shop/catalogue shop shop/gifts declarations own-data reports`,
    front:
      'documents contract-texts metrics closing admin-link webhooks move backup admin admin/corrections admin/mails admin/processing admin/statistics admin/shop admin/uploads admin/library admin/money admin/people admin/moving-in admin/broadcasts admin/mail-samples admin/site admin/set-up admin/system admin/backups admin/webhooks admin/today demo command-line',
    '.': '.',
  },
  web: {
    platform: 'site ui layout',
    identity: 'accounts code-host two-factor passkeys sessions passwords sign-in company-sign-in',
    library: `player/film player/controls player/mini player videos series listing comments video-page`,
    books: 'pricing cards billing billing/new-price billing/wizard',
    business: `registration profile newsletter shop shop/orders declarations team team/import team/invites team/usage team/join
      team/users`,
    front:
      'static-pages landing admin-link desk desk/fields admin admin/people admin/moving-in admin/accounts/corrections admin/accounts admin/coupons admin/uploads admin/library admin/groups admin/mails admin/broadcasts admin/statistics admin/shop admin/money admin/site admin/look admin/set-up admin/system admin/webhooks admin/today demo',
    '.': '.',
  },
}

describe('the floor plan', () => {
  test.each(Object.keys(floorPlans))('the folders of %s are its storeys, at most eight', (layer) => {
    const folders = modules
      .filter((path) => layerOf(path) === layer)
      .map((path) => roomOf(path).split('/')[0])
    const storeys = Object.keys(floorPlans[layer] ?? {})
    expect([...new Set(folders)].toSorted()).toEqual(storeys.toSorted())
    expect(storeys.length - 1).toBeLessThanOrEqual(8)
  })

  test.each(Object.keys(floorPlans))('the rooms of %s are those of the list', (layer) => {
    const rooms = new Set(modules.filter((path) => layerOf(path) === layer).map(roomOf))
    expect([...rooms].toSorted()).toEqual(roomsOf(layer).toSorted())
  })

  test.each(Object.keys(floorPlans))('a room of %s imports only from rooms before it', (layer) => {
    const order = roomsOf(layer)
    const wrong = modules
      .filter((path) => layerOf(path) === layer)
      .flatMap((path) => filesImportedBy(path).map((imported) => ({ path, imported })))
      .filter(({ imported }) => layerOf(imported) === layer)
      .filter(({ path, imported }) => order.indexOf(roomOf(imported)) > order.indexOf(roomOf(path)))
      .map(({ path, imported }) => `${relative(root, path)} imports ${relative(root, imported)}`)
    expect(wrong).toEqual([])
  })
})

test('CONTRIBUTING shows the current floor plan', () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const shown = text.slice(
    text.indexOf('### The floor plan'),
    text.indexOf('\n## ', text.indexOf('### The floor plan')),
  )
  const rooms = shown
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => {
      const [[storey = ''] = [], rooms = []] = line
        .split('|')
        .slice(1, 3)
        .map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
      return rooms.map((room) => (storey === '.' ? '.' : `${storey}/${room}`))
    })
  expect(rooms).toEqual([...roomsOf('server'), ...roomsOf('web')])
})

test.each(['README.md', 'CONTRIBUTING.md', ...textsIn('docs'), ...textsIn('decisions')])(
  '%s names files that are there',
  (text) => {
    const named = [
      ...readFileSync(join(root, text), 'utf8').matchAll(/`([\w./-]*[\w-]+\.(?:tsx?|mjs|sql))`/g),
    ]
    const missing = named
      .map(([, name = '']) => name)
      .filter((name) => !everyFile.some((path) => path.endsWith(`/${name}`)))
    expect(missing).toEqual([])
  },
)

describe('files and folders', () => {
  test('no file imports itself, directly or through others', () => {
    expect(circlesOf(modules)).toEqual([])
  })

  test('a folder holds at most 25 source files, tests not counted', () => {
    const folders = Map.groupBy(modules, (path) => relative(join(root, 'src'), dirname(path)))
    const crowded = [...folders].filter(([, { length }]) => length > 25)
    expect(crowded.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([])
  })
})

describe('what SQL touches', () => {
  test('only stores, the database room, jobs and the demo build queries', () => {
    const wrong = sources
      .filter(
        (path) =>
          layerOf(path) === 'server' &&
          !/\.(store|test)\.ts$/.test(path) &&
          !/\/server\/platform\/(database|jobs)\//.test(path),
      )
      .filter((path) => /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(readFileSync(path, 'utf8')))
      .map((path) => relative(root, path))
    expect(wrong).toEqual([])
  })

  test('only config.ts, and what starts the program, reads the environment', () => {
    const wrong = sources
      .filter(
        (path) =>
          !/\.test\.tsx?$/.test(path) &&
          !path.includes('/server/platform/config/') &&
          !path.endsWith('/server/main.ts') &&
          !path.includes('/server/front/command-line/'),
      )
      .filter((path) => /process\.env/.test(readFileSync(path, 'utf8')))
      .map((path) => relative(root, path))
    expect(wrong).toEqual([])
  })
})

describe('names and sizes', () => {
  test('no folder or file has a name that says nothing', () => {
    const wrong = files
      .flatMap((path) => relative(join(root, 'src'), path).split('/'))
      .filter((part) => emptyWords.test(part.replace(/\..*$/, '')) && part !== 'index.html')
    expect(wrong).toEqual([])
  })

  test('no source file is above 300 lines, and nine of ten are below 180', () => {
    const sizes = sources
      .filter((path) => !/\.test\.tsx?$/.test(path))
      .map((path) => ({ path: relative(root, path), lines: readFileSync(path, 'utf8').split('\n').length }))
    expect(sizes.filter(({ lines }) => lines > 300)).toEqual([])
    expect(sizes.filter(({ lines }) => lines >= 180).length / sizes.length).toBeLessThan(0.1)
  })
})

function* filesBelow(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) yield* filesBelow(path)
    else yield path
  }
}

function textsIn(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
}

function layerOf(path: string): string {
  return relative(join(root, 'src'), path).split('/')[0] ?? ''
}

function importsOf(path: string): string[] {
  const statements =
    /^(?:import|export)\s[^'"]*?\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
  return [...readFileSync(path, 'utf8').matchAll(statements)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  )
}

function filesImportedBy(path: string): string[] {
  return importsOf(path).flatMap((specifier) => {
    if (specifier.startsWith('#')) return [join(root, 'src', specifier.slice(1))]
    return specifier.startsWith('.') ? [resolve(dirname(path), specifier)] : []
  })
}

/** Files that import each other in a cycle: the strongly connected components of the imports (Tarjan). */
function circlesOf(paths: readonly string[]): string[][] {
  const circles: string[][] = []
  const order = new Map<string, number>()
  const stack: string[] = []

  /** Answers the earliest file of the stack that this one leads back to. */
  function visit(path: string): number {
    const place = order.size
    order.set(path, place)
    stack.push(path)
    let earliest = place
    for (const imported of filesImportedBy(path).filter((file) => paths.includes(file))) {
      if (!order.has(imported)) earliest = Math.min(earliest, visit(imported))
      else if (stack.includes(imported)) earliest = Math.min(earliest, order.get(imported) ?? place)
    }
    if (earliest === place) {
      const circle = stack.splice(stack.indexOf(path)).map((file) => relative(join(root, 'src'), file))
      if (circle.length > 1) circles.push(circle.toSorted())
    }
    return earliest
  }

  for (const path of paths) if (!order.has(path)) visit(path)
  return circles
}

/** The rooms of a layer from the ground up, as folders within it. */
function roomsOf(layer: string): string[] {
  return Object.entries(floorPlans[layer] ?? {}).flatMap(([storey, rooms]) =>
    rooms.split(/\s+/).map((room) => (storey === '.' ? '.' : `${storey}/${room}`)),
  )
}

/** The folder of a file within its layer. */
function roomOf(path: string): string {
  return relative(join(root, 'src', layerOf(path)), dirname(path)) || '.'
}

function mayImport(layer: string, path: string, specifier: string): boolean {
  const rule = layers[layer]
  if (!rule) return false
  if (specifier.startsWith('#')) return rule.layers.includes(specifier.slice(1).split('/')[0] ?? '')
  if (specifier.startsWith('.')) return layerOf(resolve(dirname(path), specifier)) === layer
  if (specifier.startsWith('node:') && (layer === 'domain' || layer === 'contract' || layer === 'web'))
    return false
  return rule.packages.test(specifier)
}
