import { isCompatible } from '../../src/server/platform/database/compatible.ts'

const collator = new Intl.Collator('en', { numeric: true })

/** Compares two versions by Semantic Versioning, without its build metadata: negative if `first` is the older one. */
export function compareVersions(first: string, second: string): number {
  const [numbers = '', preview] = first.split(/-(.*)/s)
  const [otherNumbers = '', otherPreview] = second.split(/-(.*)/s)
  const byNumbers = collator.compare(numbers, otherNumbers)
  if (byNumbers !== 0 || preview === otherPreview) return byNumbers
  if (preview === undefined || otherPreview === undefined) return preview === undefined ? 1 : -1
  return collator.compare(preview, otherPreview)
}

/** Migrations by file name, with their text. */
export type Migrations = Readonly<Record<string, string>>

/**
 * Returns the migrations of `newer` that `older` does not know and cannot work with, by name: after one of them there is no way
 * back but a restore.
 */
export function incompatibleSince(older: Migrations, newer: Migrations): string[] {
  return Object.entries(newer)
    .filter(([name, text]) => !(name in older) && !isCompatible(text))
    .map(([name]) => name)
    .toSorted()
}

/** Returns why a version does not replace the running one; undefined if it may. `offered` is the `package.json` of the new one. */
export function refusalOf(
  offered: { name?: unknown; version?: unknown },
  running: string,
): string | undefined {
  const { name, version } = offered
  if (name !== 'lectern' || typeof version !== 'string') return 'It is no release of Lectern.'
  if (!/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version))
    return `Its version ${version} is not one of Semantic Versioning.`
  if (compareVersions(version, running) >= 0) return undefined
  return `Version ${version} is older than the running ${running}: npm run upgrade -- --back returns to the version before.`
}
