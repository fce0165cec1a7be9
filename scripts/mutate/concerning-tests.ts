import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** A rule that ten test files near by leave open is not tested. */
const most = 10

/** Proofs at length of what other files say too: they notice much, but take minutes and say little about what is wrong. */
const longProofs = /(ledger|\.property|-kill|-lives)\.test\./

/**
 * The tests that a source file is judged by, nearest first: those of its own layer's room (`src/domain`,
 * `src/server/books/billing`) that import it, however indirectly. As near as a test is the file that it is the test of: who uses a
 * rule tests it too. A rule that only a far-off test notices is not tested.
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
