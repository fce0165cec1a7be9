import type MiniSearch from 'minisearch'
import type { SearchOptions } from 'minisearch'
import type { Library } from './library.ts'

export type LibrarySearch = {
  /** Ids of the videos that hold all the words, the best match first. */
  find(text: string): string[]
}

/** How long the index is built without a break, in milliseconds, so that keystrokes are shown at once. */
const sliceMs = 8

/**
 * Makes the library searchable by title, tags, categories, versions and description. Building takes about a second for
 * 10,000 videos, so it happens in slices; `breathe` lets the browser work between two of them.
 */
export async function buildLibrarySearch(
  library: Library,
  breathe: () => Promise<void>,
): Promise<LibrarySearch> {
  const { default: MiniSearch } = await import('minisearch')
  const index = new MiniSearch({
    fields: [...briefFields, 'description'],
    tokenize: wordsOf,
    processTerm: plain,
  })
  let sliceStart = performance.now()
  for (const video of library.videos) {
    if (performance.now() - sliceStart > sliceMs) {
      await breathe()
      sliceStart = performance.now()
    }
    index.add({
      id: video.id,
      title: video.title,
      description: video.description,
      tags: video.tags.join(' '),
      categories: library.tree
        .pathTo(video.categoryId)
        .map(({ name }) => name)
        .join(' '),
      versions: video.versions.map(library.versionName).join(' '),
    })
  }
  return { find: (text) => find(index, text) }
}

const briefFields = ['title', 'tags', 'categories', 'versions']

/**
 * A word matches as a prefix and with one typo, longer ones with two. One or two letters begin words in nearly every
 * description, so they are searched in the short fields only.
 */
const searching: SearchOptions = {
  combineWith: 'AND',
  prefix: true,
  fuzzy: (word) => (word.length > 6 ? 2 : word.length > 3 ? 1 : false),
  boost: { title: 4, tags: 3, categories: 2, versions: 2 },
  weights: { fuzzy: 0.3, prefix: 0.6 },
}

function find(index: MiniSearch, text: string): string[] {
  const words = wordsOf(text)
  const brief = words.every((word) => word.length < 3)
  return index
    .search(text, brief ? { ...searching, fields: briefFields } : searching)
    .map(({ id }: { id: string }) => id)
}

/** Words are letters, digits and what `C++`, `C#` and `F#` are told apart by. */
function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}+#]+/u).filter(Boolean)
}

/** Without case and accents: `Überblick` is found by `uberblick`. */
function plain(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
