import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** The rule of the house: each layer, and the layers and packages that it may know. */
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

/** Words that say nothing about what lies in a folder or file. */
const emptyWords = /^(utils?|lib|helpers?|common|types|hooks|misc|shared|index)$/

const files = [...filesBelow(join(root, 'src'))].filter((path) => !path.includes('/messages/generated'))
const sources = files.filter((path) => /\.tsx?$/.test(path))

describe('the rule: domain <- contract <- server | web', () => {
  test.each(Object.keys(layers))('%s imports only what lies below it', (layer) => {
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

describe('what SQL touches', () => {
  test('only stores, the database room, jobs and the demo build queries', () => {
    const wrong = sources
      .filter(
        (path) =>
          layerOf(path) === 'server' &&
          !/\.(store|test)\.ts$/.test(path) &&
          !/\/server\/(database|jobs)\//.test(path),
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
          !path.endsWith('/server/config.ts') &&
          !path.endsWith('/server/main.ts') &&
          !path.includes('/server/command-line/'),
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

function mayImport(layer: string, path: string, specifier: string): boolean {
  const rule = layers[layer]
  if (!rule) return false
  if (specifier.startsWith('#')) return rule.layers.includes(specifier.slice(1).split('/')[0] ?? '')
  if (specifier.startsWith('.')) return layerOf(resolve(dirname(path), specifier)) === layer
  if (specifier.startsWith('node:') && (layer === 'domain' || layer === 'contract' || layer === 'web'))
    return false
  return rule.packages.test(specifier)
}
