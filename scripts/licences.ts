// Lists every shipped package with its licence and licence text: packages of the server, packages with code or files in
// the screens, and the fonts. `npm run build` writes dist/web/licences.json, shown by /licences.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Licences, ShippedPackage } from '../src/contract/site/licences.ts'

const root = resolve(import.meta.dirname, '..')

/** Licences of shipped packages (SPDX). decisions/003-licence.md names each and says why. */
export const allowedLicences: ReadonlySet<string> = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'MPL-2.0',
  'OFL-1.1',
  'LGPL-3.0-or-later',
  'WTFPL',
  'BlueOak-1.0.0',
  '0BSD',
  'MIT-0',
  'Python-2.0',
  'Zlib',
])

/** Packages that add styles or code to the screens without appearing among the build's files. */
const addToScreens = ['tailwindcss', 'vite', 'rolldown', '@inlang/paraglide-js'].map(
  (name) => `node_modules/${name}`,
)

/** A package in the lockfile. */
type Locked = {
  readonly version: string
  readonly license?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly optional?: boolean
}

/** Returns the lockfile's packages by folder, relative to the root. */
export function lockedPackages(): ReadonlyMap<string, Locked> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return new Map(Object.entries<Locked>(packages).filter(([folder]) => folder !== ''))
}

/** Returns the folders of the server's packages, for every platform. */
export function serverPackages(): string[] {
  return [...lockedPackages()].flatMap(([folder, { dev, devOptional }]) =>
    dev || devOptional ? [] : [folder],
  )
}

/**
 * Returns the shipped packages with their licence texts. `inScreens`: the input files of the screens. Throws for a
 * licence that decision 3 does not list, and for a package without a text.
 */
export function shippedLicences(inScreens: Iterable<string>): Licences {
  const locked = lockedPackages()
  const screens = new Set([...addToScreens, ...packageFolders(inScreens)])
  const server = new Set(serverPackages())
  const texts: string[] = []
  const indexOf = (text: string) => {
    const known = texts.indexOf(text)
    return known < 0 ? texts.push(text) - 1 : known
  }
  const packages: ShippedPackage[] = [...new Set([...server, ...screens])].toSorted().flatMap((folder) => {
    const of = locked.get(folder)
    if (!of) throw new Error(`${folder} is in the screens, but not in package-lock.json`)
    const licence = licenceOf(folder, of)
    if (!isAllowed(licence))
      throw new Error(`${folder} has the licence ${licence}, which decisions/003-licence.md does not name`)
    // for another platform
    if (!existsSync(join(root, folder))) return []
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return [{ name, version: of.version, licence, text: indexOf(textOf(folder, licence)) }]
  })
  return { packages: [...packages, interFont(indexOf)], texts }
}

/** Whether an SPDX expression is allowed: one of its alternatives, all of its conjunctions. */
export function isAllowed(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '')
  if (plain.includes(' AND ') && plain.includes(' OR ')) return false
  return plain.includes(' OR ')
    ? plain.split(' OR ').some((one) => allowedLicences.has(one))
    : plain.split(' AND ').every((one) => allowedLicences.has(one))
}

/** Returns the packages of files, by folder relative to the root. */
function packageFolders(files: Iterable<string>): string[] {
  return [...files].flatMap((file) => {
    const [, folder] = /(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? []
    return folder ? [folder] : []
  })
}

/** Packages without a licence in the manifest, with that of their LICENSE file. */
const unnamed: Readonly<Record<string, string>> = { 'node_modules/png-js': 'MIT' }

function licenceOf(folder: string, { license }: Locked): string {
  return license ?? unnamed[folder] ?? 'none'
}

/** Returns the licence files of a package; without any, the standard text with the package's author. */
function textOf(folder: string, licence: string): string {
  const place = join(root, folder)
  const own = licenceFiles(place).map((file) => readFileSync(file, 'utf8').trim())
  if (own.length > 0) return own.join('\n\n')
  const standard = join(root, 'scripts/licence-texts', `${licence}.txt`)
  if (!existsSync(standard)) throw new Error(`${folder} has no text of its licence ${licence}`)
  const { author } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  const holder = typeof author === 'string' ? author : author?.name
  return [...(holder ? [`Copyright (c) ${holder}`] : []), readFileSync(standard, 'utf8').trim()].join('\n\n')
}

/** Beside the package's manifest; Node's, with those of its built-in libraries, are in its distribution. */
function licenceFiles(place: string): string[] {
  const names = readdirSync(place).filter((name) =>
    /^(?:licen[cs]e|copying|notice|third|unlicense)/i.test(name),
  )
  const files = names.toSorted().map((name) => join(place, name))
  return place.endsWith('node_modules/node')
    ? readdirSync(join(place, 'node_modules'))
        .map((name) => join(place, 'node_modules', name, 'LICENSE'))
        .filter((file) => existsSync(file))
    : files
}

/** The font of invoices, which is in this repository. */
function interFont(indexOf: (text: string) => number): ShippedPackage {
  const text = readFileSync(join(root, 'src/server/books/invoices/fonts/OFL.txt'), 'utf8').trim()
  return { name: 'Inter', version: '4', licence: 'OFL-1.1', text: indexOf(text) }
}
