import { LRUCache } from 'lru-cache'
import type { MediaStore, OpenMediaFile } from '#server/platform/outside/media-store.ts'

/** Opens stored bytes as the media store does; what it answers is `close`d by each who asked for it. */
export type OpenFilms = Pick<MediaStore, 'open'>

/**
 * Films are fetched in very many ranges, so a file that was opened stays open for a while: opening and closing it is a
 * seventh of the cost of a range. Each is opened anew after `keptMs`, so that what was deleted meanwhile is gone by then,
 * and is closed when its last reader is done with it.
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
    // only what there is, is kept
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

/** A file that is closed twice must not be closed under another reader. */
function once(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | undefined
  return () => (closed ??= close())
}
