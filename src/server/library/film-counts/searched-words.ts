import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { countedWords } from '#domain/catalogue/film-counts.ts'
import type { Database } from '#server/platform/database/database.ts'
import { derivedKey } from '#server/platform/runtime/derived-key.ts'

/** A search for spoken words: keyed hashes of the words and of who searched, and the words themselves. */
export type Search = {
  readonly wordsHash: Buffer
  readonly viewerHash: Buffer
  readonly words: string
  /** `YYYY-MM-DD`, in the seller's zone. */
  readonly day: string
  readonly inVain: boolean
}

/** Milliseconds after which a search counts as typed to its end. */
const typingMs = 10_000

type Typed = Search & { readonly atMs: number }

/** The searches of this process that are not stored yet. */
export class Searches {
  readonly #typed = new LRUCache<string, Typed>({ max: 10_000 })
  readonly #key: Buffer
  #ended: Search[] = []

  constructor(appSecret: string) {
    this.#key = derivedKey(appSecret, 'searched words')
  }

  /**
   * Notes a search of a viewer (any text that stays the same for one). A search while typing replaces the viewer's
   * search before it, if one begins with the other.
   */
  note(viewer: string, words: string, of: { day: string; inVain: boolean }, atMs: number): void {
    const counted = countedWords(words)
    if (counted === undefined) return
    const before = this.#typed.get(viewer)
    const isSame =
      before &&
      atMs - before.atMs < typingMs &&
      (counted.startsWith(before.words) || before.words.startsWith(counted))
    if (before && !isSame) this.#ended.push(before)
    const hash = (...parts: string[]) =>
      createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest()
    // a viewer's hash differs from words to words, so that nobody's searches can be put together
    const hashes = { wordsHash: hash('words', counted), viewerHash: hash('viewer', counted, viewer) }
    this.#typed.set(viewer, { ...hashes, words: counted, ...of, atMs })
  }

  /** Adds searches that could not be stored. */
  putBack(searches: readonly Search[]): void {
    this.#ended.push(...searches)
  }

  /** Returns the searches that were typed to their end by `nowMs`, and forgets them. */
  take(nowMs: number): readonly Search[] {
    for (const [viewer, search] of this.#typed.entries())
      if (nowMs - search.atMs >= typingMs) {
        this.#ended.push(search)
        this.#typed.delete(viewer)
      }
    const taken = this.#ended
    this.#ended = []
    return taken
  }
}

const searches = new WeakMap<Database, Searches>()

/** The searches of this process for a database. */
export function searchesOf(database: Database, appSecret: string): Searches {
  const known = searches.get(database) ?? new Searches(appSecret)
  searches.set(database, known)
  return known
}
