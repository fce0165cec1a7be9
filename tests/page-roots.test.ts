import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const source = resolve(import.meta.dirname, '../src')

/** Each page's file, and whether it is loaded with the root that queries need. */
const pages = ['routes.tsx', 'further-pages.ts', 'desk-routes.tsx'].flatMap((name) =>
  [...read(join(source, 'web', name)).matchAll(/=> (\w+\()?import\('#(web\/[^']+-page\.tsx)'\)/g)].map(
    ([, wrapper, path = '']) => ({ path, hasRoot: wrapper !== undefined }),
  ),
)

/** What they import reads by queries, and they do not draw it. */
const withoutQueries = [
  // the choice of who is signed out
  'web/identity/passwords/reset-password-page.tsx',
  // no choice at all
  'web/identity/passwords/temporary-password-page.tsx',
]

test('a page has the root that queries need where it, or what it is made of, reads by them', () => {
  expect(pages.length).toBeGreaterThan(50)
  const without = pages.filter(({ path, hasRoot }) => !hasRoot && readsByQueries(path))
  expect(without.map(({ path }) => path).toSorted()).toEqual(withoutQueries.toSorted())
  expect(pages.filter(({ hasRoot }) => hasRoot).length).toBeGreaterThan(20)
})

function readsByQueries(page: string): boolean {
  const seen = new Set<string>()
  const visit = (path: string): boolean => {
    if (seen.has(path)) return false
    seen.add(path)
    const text = read(path)
    // it has a root of its own
    if (text.includes('<QueryRoot>')) return false
    return (
      /\buse(?:Query|Queries|QueryClient|Mutation|InfiniteQuery|IsFetching)\(/.test(text) ||
      importedBy(path, text).some(visit)
    )
  }
  return visit(join(source, page))
}

/** What a page is made of; not the pages that it leads to. */
function importedBy(path: string, text: string): string[] {
  return [...text.matchAll(/(?:\bfrom |\bimport\()'(#web\/|\.\/)([^']+\.tsx?)'/g)]
    .map(([, from, rest = '']) => (from === './' ? join(dirname(path), rest) : join(source, 'web', rest)))
    .filter((one) => !one.endsWith('-page.tsx') && !one.endsWith('further-pages.ts'))
}

function read(path: string): string {
  return readFileSync(path, 'utf8')
}
