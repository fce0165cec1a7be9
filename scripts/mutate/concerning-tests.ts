import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Maximum number of test files; a rule that the nearest ones do not check counts as untested. */
const most = 10

/** Long property tests: they notice many mutants, but take minutes and do not show the cause. */
const longProofs = /(ledger|\.property|-kill|-lives)\.test\./

/**
 * Returns the tests of a source file, nearest first: those of its room (`src/domain`, `src/server/books/billing`) that
 * import it, directly or indirectly. A test is as near as the file that it tests, since users of a rule test it too. A
 * rule that only a distant test notices counts as untested.
 */
export function testsConcerning(root: string, file: string): string[] {
  const [, layer, room] = file.split('/')
  const within = layer === 'domain' ? 'src/domain' : `src/${layer}/${room}`
  const distances = new Map([[join(root, file), 0]])
  const importers = importersBelow(root)
  for (const [path, distance] of distances)
    for (const importer of importers.get(path) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  return globSync(`${within}/**/*.test.{ts,tsx}`, { cwd: root })
    .filter((test) => !longProofs.test(test) || testedBy(test) === file)
    .filter((test) => distances.has(join(root, test)))
    .map((test) => ({
      test,
      distances: [test, testedBy(test)].map((path) => distances.get(join(root, path)) ?? 99),
      elsewhere: Number(dirname(test) !== dirname(file)),
    }))
    .sort((a, b) => Math.min(...a.distances) - Math.min(...b.distances) || a.elsewhere - b.elsewhere)
    .slice(0, most)
    .map(({ test }) => test)
}

function testedBy(test: string): string {
  return test.replace('.test.', '.')
}

function importersBelow(root: string): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>()
  for (const file of globSync(['src/**/*.{ts,tsx}', 'tests/support/*.{ts,tsx}'], { cwd: root })) {
    const path = join(root, file)
    for (const [, specifier = ''] of readFileSync(path, 'utf8').matchAll(
      /(?:from|import)\s*\(?\s*'([#.][^']+)'/g,
    )) {
      const imported = specifier.startsWith('.')
        ? resolve(dirname(path), specifier)
        : join(root, specifier.startsWith('#support/') ? 'tests' : 'src', specifier.slice(1))
      if (existsSync(imported)) importers.set(imported, (importers.get(imported) ?? new Set()).add(path))
    }
  }
  return importers
}
