import type MiniSearch from 'minisearch'
import type { Query, SearchOptions } from 'minisearch'
import type { Video } from '#contract/library/library.ts'
import type { Library } from './library.ts'
import { plainDescription } from './plain-description.ts'
import { isSlipOf } from './slip.ts'

export type LibrarySearch = { find(text: string): Found }

/** The result of a search. */
export type Found = {
  /** Ids of the videos that match all the words, best match first. */
  readonly ids: readonly string[]
  /** Returns why a video was found. */
  reason(video: Video): Reason
}

/** A piece of text; `marked` if it matches. */
export type Piece = { readonly text: string; readonly marked: boolean }

export type Reason = {
  readonly title: readonly Piece[]
  /** The part of the description with a match, unless the title matches all words. */
  readonly excerpt: readonly Piece[] | undefined
  /** Matching tags, versions and parent categories. */
  readonly labels: readonly (readonly Piece[])[]
}

/** Time per slice of indexing, in milliseconds, so that keystrokes are shown at once. */
const sliceMs = 8

/**
 * Indexes the library by title, tags, categories, versions and description. It takes about a second for 10,000 videos,
 * so it runs in slices; `breathe` yields to the browser between them.
 */
export async function buildLibrarySearch(
  library: Library,
  breathe: () => Promise<void>,
): Promise<LibrarySearch> {
  const { default: MiniSearch } = await import('minisearch')
  const known = new Set<string>()
  const index = new MiniSearch<Video>({
    fields: [...fieldsSearched.keys()],
    extractField: (video, field) => fieldsSearched.get(field)?.texts(video, library).join(' ') ?? video.id,
    tokenize: wordsOf,
    processTerm: (word) => {
      const term = plain(word)
      known.add(term)
      return term
    },
    searchOptions: { processTerm: plain },
  })
  let sliceStart = performance.now()
  for (const video of library.videos) {
    if (performance.now() - sliceStart > sliceMs) {
      await breathe()
      sliceStart = performance.now()
    }
    index.add(video)
  }
  const vocabulary = [...known].sort()
  return { find: (text) => find(library, index, vocabulary, text) }
}

type SearchedField = {
  texts(video: Video, library: Library): readonly string[]
  /** Weight of a match in it. */
  readonly boost: number
  /** One or two letters begin words in nearly every description, so they are searched only in the other fields. */
  readonly long?: true
  /** Returns the texts that can be shown as the reason for a match, besides title and description. */
  labels?(texts: readonly string[]): readonly string[]
}

const all = (texts: readonly string[]) => texts

/** Each field of a video: how it is searched, or null. A missing field is a type error. */
const searched: Record<keyof Video, SearchedField | null> = {
  title: { texts: ({ title }) => [title], boost: 4 },
  tags: { texts: ({ tags }) => tags, boost: 3, labels: all },
  versions: {
    texts: ({ versions }, { versionName }) => versions.map(versionName),
    boost: 2,
    labels: all,
  },
  categoryId: {
    texts: ({ categoryId }, { tree }) => tree.pathTo(categoryId).map(({ name }) => name),
    boost: 2,
    // its own category is shown anyway
    labels: (names) => names.slice(0, -1),
  },
  description: { texts: ({ description }) => [description], boost: 1, long: true },
  id: null,
  durationSeconds: null,
  publishedOn: null,
  free: null,
  thumbnailUrl: null,
  thumbnailWidths: null,
  hasCaptions: null,
  codeFiles: null,
  commentsId: null,
}
const fieldsSearched: ReadonlyMap<string, SearchedField> = new Map(
  Object.entries(searched).flatMap(([name, field]) => (field ? [[name, field]] : [])),
)
const briefFields = [...fieldsSearched].filter(([, { long }]) => !long).map(([name]) => name)

/** A word matches as a prefix and with one typo, longer ones with two. */
const searching: SearchOptions = {
  combineWith: 'AND',
  prefix: true,
  fuzzy: (word) => (word.length > 6 ? 2 : word.length > 3 ? 1 : false),
  boost: Object.fromEntries([...fieldsSearched].map(([name, { boost }]) => [name, boost])),
  weights: { fuzzy: 0.3, prefix: 0.6 },
}

function find(
  library: Library,
  index: MiniSearch<Video>,
  vocabulary: readonly string[],
  text: string,
): Found {
  const words = wordsOf(text)
  const brief = words.every((word) => word.length < 3)
  const query: Query = { combineWith: 'AND', queries: words.map((word) => queryFor(plain(word), vocabulary)) }
  const results = index.search(query, brief ? { ...searching, fields: briefFields } : searching)
  const terms = new Map(results.map((result) => [result.id as string, result]))
  return {
    ids: results.map(({ id }) => id as string),
    reason(video) {
      const result = terms.get(video.id)
      const found = new Set(result?.terms)
      return reasonFor(library, video, found, new Set(result?.queryTerms).size)
    },
  }
}

/** Maximum number of corrections of a misspelled word. */
const mostCorrections = 20

/** Returns the word's query. If no indexed word begins with it, words that differ by one typing error match too. */
function queryFor(word: string, vocabulary: readonly string[]): Query {
  if (word.length < 3 || beginsAny(word, vocabulary)) return word
  const meant = vocabulary.filter((term) => isSlipOf(word, term)).slice(0, mostCorrections)
  if (meant.length === 0) return word
  return {
    combineWith: 'OR',
    queries: [word, { queries: meant, fuzzy: false, prefix: false, combineWith: 'OR' }],
  }
}

/** Whether the sorted vocabulary has a word with this prefix. */
function beginsAny(word: string, vocabulary: readonly string[]): boolean {
  let from = 0
  let to = vocabulary.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((vocabulary[middle] ?? '') < word) from = middle + 1
    else to = middle
  }
  return vocabulary[from]?.startsWith(word) ?? false
}

function reasonFor(library: Library, video: Video, found: ReadonlySet<string>, words: number): Reason {
  const title = marked(video.title, found)
  const inTitle = new Set(title.filter((piece) => piece.marked).map(({ text }) => plain(text)))
  const labels = [...fieldsSearched.values()].flatMap(
    (field) => field.labels?.(field.texts(video, library)) ?? [],
  )
  return {
    title,
    excerpt: inTitle.size < words ? excerptOf(video.description, found) : undefined,
    labels: labels.map((label) => marked(label, found)).filter((pieces) => pieces.some((one) => one.marked)),
  }
}

/** Splits a text into pieces, with matches marked. */
function marked(text: string, found: ReadonlySet<string>): Piece[] {
  return text
    .split(/([\p{L}\p{M}\p{N}+#]+)/u)
    .filter(Boolean)
    .map((piece) => ({ text: piece, marked: found.has(plain(piece)) }))
}

const lettersBefore = 40
const lettersInAll = 150

/** Returns the text around the first match, without Markdown. */
function excerptOf(description: string, found: ReadonlySet<string>): Piece[] | undefined {
  const pieces = marked(plainDescription(description), found)
  const first = pieces.findIndex((piece) => piece.marked)
  if (first < 0) return undefined
  let start = first
  for (let letters = 0; start > 0 && letters < lettersBefore; start -= 1)
    letters += pieces[start - 1]?.text.length ?? 0
  let end = start
  for (let letters = 0; end < pieces.length && letters < lettersInAll; end += 1)
    letters += pieces[end]?.text.length ?? 0
  const ellipsis: Piece = { text: '…', marked: false }
  return [
    ...(start > 0 ? [ellipsis] : []),
    ...pieces.slice(start, end),
    ...(end < pieces.length ? [ellipsis] : []),
  ]
}

/** Splits a text into words: letters, digits and the signs of `C++`, `C#` and `F#`. */
function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}+#]+/u).filter(Boolean)
}

/** Removes case and accents: `Überblick` is found by `uberblick`. */
function plain(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
