import { LRUCache } from 'lru-cache'
import type { Viewing } from '#domain/catalogue/viewing.ts'
import type { Services } from '#server/platform/services/services.ts'
import { findWatcher, type WatcherRights, type WatcherRow } from './watcher.store.ts'

/** Maximum number of cached users, and of cached records. */
const maxCached = 10_000

/**
 * What this process last read about viewers, at any age: the basis of optimistic writes, which succeed only while it is
 * current and so save a query.
 */
export type Watchers = {
  /** The facts that decide a user's right to watch any video. */
  rights(userId: string): Guess | undefined
  viewing(of: OfVideo): { readonly viewing: Viewing | undefined } | undefined
  /** The optimistic input of `writeAsWatcher`. */
  guess(of: OfVideo): { readonly guess: (Guess & Watcher) | undefined; read(): Promise<Watcher | undefined> }
  /** Reads and caches; undefined for an unknown user. */
  read(of: OfVideo, grantHash?: Buffer): Promise<WatcherRow | undefined>
  /** Caches a record that was read or written elsewhere. */
  note(of: OfVideo, viewing: Viewing | undefined): void
}

type Guess = WatcherRights & { readonly facts: string }

type Watcher = WatcherRights & Pick<WatcherRow, 'viewing'>

type OfVideo = { readonly userId: string; readonly videoId: string }

export function rememberWatchers({ database }: Pick<Services, 'database'>): Watchers {
  const { pool } = database
  const rights = new LRUCache<string, Guess>({ max: maxCached })
  const viewings = new LRUCache<string, { readonly viewing: Viewing | undefined }>({ max: maxCached })
  const nameOf = ({ userId, videoId }: OfVideo) => `${userId} ${videoId}`
  const note: Watchers['note'] = (of, viewing) => void viewings.set(nameOf(of), { viewing })
  const read: Watchers['read'] = async (of, grantHash) => {
    const found = await findWatcher(database, of.userId, { videoId: of.videoId, grantHash })
    if (found?.facts !== undefined) {
      rights.set(of.userId, { ...found, facts: found.facts })
      note(of, found.viewing)
    }
    return found
  }
  // under load plain reads are batched, which is cheaper than the longer optimistic statements
  const isBusy = () => pool.totalCount > pool.idleCount
  return {
    rights: (userId) => (isBusy() ? undefined : rights.get(userId)),
    viewing: (of) => (isBusy() ? undefined : viewings.get(nameOf(of))),
    note,
    read,
    guess(of) {
      const [known, record] = isBusy() ? [] : [rights.get(of.userId), viewings.get(nameOf(of))]
      return { guess: known && record && { ...known, ...record }, read: () => read(of) }
    },
  }
}
