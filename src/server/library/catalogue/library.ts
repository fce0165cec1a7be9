import type { Video } from '#contract/library/library.ts'
import { isListed } from '#domain/catalogue/catalogue.ts'
import { type CatalogueBytes, catalogueBytes } from '#server/library/catalogue-replies/catalogue-bytes.ts'
import { readTranscriptRevision } from '#server/library/transcripts/transcript.store.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readRevision, readStoredCatalogue } from './library.store.ts'
import {
  type ListedCatalogue,
  listCatalogue,
  neighboursOf,
  nextListing,
  type VideoMedia,
} from './listed-catalogue.ts'

/** The catalogue in memory, which answers without database queries. */
export type Library = {
  /** An immutable snapshot; any change creates a new one. */
  readonly catalogue: ListedCatalogue
  readonly bytes: CatalogueBytes
  /** Number of the last import; 0 before the first. */
  readonly revision: number
  /** By publishing date, newest first. */
  videos(): readonly Video[]
  video(id: string): Video | undefined
  /** The previous and next video in the order of the video's page (`neighboursOf`). */
  neighbours(id: string): { previousId?: string; nextId?: string }
  /** The stored media of a listed video. */
  stored(id: string): VideoMedia | undefined
  /** Checks for changes and for videos that are due; resolves when what is served is up to date. */
  refresh(): Promise<void>
  /** Calls back after each change; returns a function that unsubscribes. */
  onChange(listener: () => void): () => void
  /** Stops watching; resolves when no read is in progress. */
  close(): Promise<void>
}

/** The site's services with the library. */
export type LibraryServices = Services & { readonly library: Library }

/** Polling interval in milliseconds, for changes by other processes and videos that are due. */
const lookEveryMs = 500

/** Reads the catalogue and watches it until closed. */
export async function openLibrary({
  database,
  clock,
  log,
}: Pick<Services, 'database' | 'clock' | 'log'>): Promise<Library> {
  let stored = await readStoredCatalogue(database.db)
  let catalogue = listCatalogue(stored, clock.now())
  let bytes = await catalogueBytes(catalogue)
  let next = nextListing(stored, catalogue.listedAt)
  const listeners = new Set<() => void>()

  const update = async () => {
    const now = clock.now()
    const imported =
      (await readRevision(database.db)) !== stored.revision ||
      (await readTranscriptRevision(database.db)) !== stored.transcripts
    if (imported) stored = await readStoredCatalogue(database.db)
    if (!imported && !isListed(next, now) && now >= catalogue.listedAt) return
    const listed = listCatalogue(stored, now)
    const listedBytes = await catalogueBytes(listed, bytes)
    catalogue = listed
    bytes = listedBytes
    next = nextListing(stored, now)
    for (const listener of listeners) listener()
  }

  // serialised, so that an older state never replaces a newer one
  let running: Promise<void> = Promise.resolve()
  const refresh = () => {
    running = running.catch(() => undefined).then(update)
    return running
  }

  const stopLooking = keepLooking(refresh, log)

  return {
    get catalogue() {
      return catalogue
    },
    get bytes() {
      return bytes
    },
    get revision() {
      return catalogue.revision
    },
    videos: () => catalogue.videos,
    video: (id) => catalogue.videos[catalogue.placeOf.get(id) ?? -1],
    neighbours: (id) => neighboursOf(catalogue, id),
    stored: (id) => catalogue.media.get(id),
    refresh,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      stopLooking()
      await running.catch(() => undefined)
    },
  }
}

/** Polls until it is stopped. A failure is logged once until a poll succeeds. */
function keepLooking(look: () => Promise<void>, log: Services['log']): () => void {
  let failing = false
  const once = async () => {
    try {
      await look()
      failing = false
    } catch (error) {
      if (!failing && timer)
        log.warn({ err: error }, 'the catalogue could not be looked up; what is known is served on')
      failing = true
    }
    timer?.refresh()
  }
  let timer: NodeJS.Timeout | undefined = setTimeout(once, lookEveryMs).unref()
  return () => {
    clearTimeout(timer)
    timer = undefined
  }
}
