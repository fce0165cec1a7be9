import { stat } from 'node:fs/promises'
import { m } from '#messages/generated/messages.js'
import { servedCaptions } from '#server/library/catalogue-files/read-captions.ts'
import type { Catalogue } from '#server/library/catalogue-files/read-catalogue.ts'
import { keepContent, keepMedia } from '#server/library/unused-media/keep-media.ts'
import type { MediaExtension } from '#server/platform/outside/media-store.ts'
import type { Services } from '#server/platform/services/services.ts'

export type StoredMedia = { readonly keys: ReadonlyMap<string, string> } | { readonly sentence: string }

/**
 * Copies every video, poster, captions file (as served) and storyboard of a catalogue to the media store. Returns the
 * key of each path or, where the store cannot take a file, the reason; then all additions of this call are removed
 * again. `report` counts bytes.
 */
export async function storeMedia(
  { videos, series }: Catalogue,
  services: Pick<Services, 'database' | 'media'>,
  folder: string,
  report: (done: number, total: number) => void,
): Promise<StoredMedia> {
  const files = await Promise.all(
    [
      ...videos.flatMap(({ film, smallFilm, poster, captions, storyboard }): [string, MediaExtension][] => [
        ...(film !== undefined ? [[film, 'mp4'] as [string, MediaExtension]] : []),
        ...(smallFilm !== undefined ? [[smallFilm, 'mp4'] as [string, MediaExtension]] : []),
        ...(poster ? [[poster.path, poster.type] as [string, MediaExtension]] : []),
        ...captions.map(({ path }): [string, MediaExtension] => [path, 'vtt']),
        ...(storyboard ? [[storyboard.path, storyboard.type] as [string, MediaExtension]] : []),
      ]),
      ...series.flatMap(({ poster }): [string, MediaExtension][] =>
        poster ? [[poster.path, poster.type]] : [],
      ),
    ].map(async ([path, extension]) => ({ path, extension, bytes: await sizeOf(path) })),
  )
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const keys = new Map<string, string>()
  const added: string[] = []
  let done = 0
  report(done, total)
  for (const { path, extension, bytes } of files) {
    let read = 0
    const stored = await (extension === 'vtt'
      ? keepContent(services, await servedCaptions(path), 'vtt')
      : keepMedia(services, path, extension, (chunk) => {
          read += chunk
          // the last step is the copy itself
          if (read < bytes) report(done + read, total)
        }))
    if ('refused' in stored) {
      for (const key of added) await services.media.delete(key)
      return { sentence: sentences[stored.refused]({ folder, file: path }) }
    }
    if (stored.added) added.push(stored.key)
    keys.set(path, stored.key)
    done += bytes
    report(done, total)
  }
  return { keys }
}

const sentences = {
  'no-space': m.catalogue_no_space,
  'not-writable': m.catalogue_not_writable,
  'not-readable': m.catalogue_not_readable,
}

/** A file that has vanished meanwhile fails when it is copied. */
function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}
