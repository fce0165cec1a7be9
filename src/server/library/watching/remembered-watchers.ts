import { LRUCache } from 'lru-cache'
import type { Viewing } from '#domain/catalogue/viewing.ts'
import type { Services } from '#server/platform/services/services.ts'
import { findWatcher, type WatcherRights, type WatcherRow } from './watcher.store.ts'

/** Users, and their records of videos, that are remembered at once. */
const mostRemembered = 10_000

/**
 * What this process read last of those who watch, however long ago: good for deciding what is written only while it is
 * still so, which saves the question before.
 */
export type Watchers = {
  /** What decides the right to watch, of any video. */
  rights(userId: string): Guess | undefined
  viewing(of: OfVideo): { readonly viewing: Viewing | undefined } | undefined
  /** What `writeAsWatcher` takes for changes of a record. */
  guess(of: OfVideo): { readonly guess: (Guess & Watcher) | undefined; read(): Promise<Watcher | undefined> }
  /** Reads and remembers; undefined for a user who is not there. */
  read(of: OfVideo, grantHash?: Buffer): Promise<WatcherRow | undefined>
  /** Remembers a record that was read or written otherwise. */
  note(of: OfVideo, viewing: Viewing | undefined): void
}

type Guess = WatcherRights & { readonly facts: string }

type Watcher = WatcherRights & Pick<WatcherRow, 'viewing'>

type OfVideo = { readonly userId: string; readonly videoId: string }

export function rememberWatchers({ database }: Pick<Services, 'database'>): Watchers {
  const { pool } = database
  const rights = new LRUCache<string, Guess>({ max: mostRemembered })
  const viewings = new LRUCache<string, { readonly viewing: Viewing | undefined }>({ max: mostRemembered })
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
  // while something else is asked, those who read do so together, which costs less than longer statements for each of them
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
