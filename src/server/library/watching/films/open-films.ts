import { LRUCache } from 'lru-cache'
import type { MediaStore, OpenMediaFile } from '#server/platform/outside/media-store.ts'

/** Opens stored bytes like the media store; each caller must `close` its handle. */
export type OpenFilms = Pick<MediaStore, 'open'>

/**
 * Keeps opened files open for a while, because videos are fetched in many ranges and opening is a seventh of a range's
 * cost. Each is reopened after `keptMs`, so that deletions take effect, and is closed when its last reader is done.
 */
export function keepFilmsOpen(
  media: Pick<MediaStore, 'open'>,
  { most = 64, keptMs = 10_000 } = {},
): OpenFilms {
  const kept = new LRUCache<string, Kept>({
    max: most,
    ttl: keptMs,
    ttlAutopurge: true,
    dispose: (film) => {
      film.isKept = false
      closeUnread(film)
    },
  })
  const openKept = (key: string): Kept => {
    const film: Kept = { readers: 0, isKept: true, opening: media.open(key) }
    const forget = () => void (kept.peek(key) === film && kept.delete(key))
    kept.set(key, film)
    // missing files are not cached
    film.opening.then((file) => file ?? forget(), forget)
    return film
  }
  return {
    async open(key) {
      const film = kept.get(key) ?? openKept(key)
      film.readers += 1
      const file = await film.opening
      return file && { ...file, close: once(() => leave(film)) }
    },
  }
}

type Kept = { readers: number; isKept: boolean; readonly opening: Promise<OpenMediaFile | undefined> }

async function leave(film: Kept): Promise<void> {
  film.readers -= 1
  await closeUnread(film)
}

async function closeUnread({ readers, isKept, opening }: Kept): Promise<void> {
  if (readers === 0 && !isKept) await (await opening.catch(() => undefined))?.close()
}

/** A second `close` must not close the file of another reader. */
function once(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | undefined
  return () => (closed ??= close())
}
