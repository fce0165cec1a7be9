import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Insertable } from 'kysely'
import type { FilmSize } from '#domain/catalogue/film-form.ts'
import type { FilmRefusal } from '#domain/films/film-plan.ts'
import { keepMedia } from '#server/library/unused-media/keep-media.ts'
import type { StoredStoryboard } from '#server/platform/database/library-tables.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { type MediaExtension, MediaRefused } from '#server/platform/outside/media-store.ts'
import type { MadeFilm } from './make-film.ts'
import type { ProcessingServices } from './processing.ts'

type StoredFilm = {
  readonly filmKey: string
  readonly smallFilmKey: string | null
  readonly sizes: readonly Insertable<Tables['film_size']>[]
  /** Undefined for a film that was taken without ffmpeg. */
  readonly storyboard: StoredStoryboard | undefined
  readonly posterKeys: readonly string[]
}

/** Copies what was made of a film to the media store. `folder`: for files on the way there. */
export async function storeFilm(
  services: Pick<ProcessingServices, 'database' | 'media'>,
  { film, small, board, posters }: MadeFilm,
  folder: string,
): Promise<StoredFilm | { readonly refused: FilmRefusal }> {
  const keep = async (file: string, extension: MediaExtension) => {
    const stored = await keepMedia(services, file, extension)
    if ('refused' in stored) throw new MediaRefused(stored.refused)
    return stored.key
  }
  const keepPicture = async (name: string, picture: Buffer) => {
    const file = join(folder, name)
    await writeFile(file, picture)
    return keep(file, 'webp')
  }
  try {
    const posterKeys: string[] = []
    for (const poster of posters) posterKeys.push(await keepPicture('poster.webp', poster))
    const filmKey = await keep(film.path, 'mp4')
    const smallFilmKey = small === undefined ? null : await keep(small.path, 'mp4')
    return {
      filmKey,
      smallFilmKey,
      sizes: [
        filmSizeRow(filmKey, film.size),
        ...(small && smallFilmKey !== null ? [filmSizeRow(smallFilmKey, small.size)] : []),
      ],
      storyboard: board && { ...board.storyboard, key: await keepPicture('storyboard.webp', board.sheet) },
      posterKeys,
    }
  } catch (error) {
    if (error instanceof MediaRefused)
      return { refused: error.refused === 'no-space' ? 'no-space' : 'failed' }
    throw error
  }
}

function filmSizeRow(key: string, { height, kilobitsPerSecond }: FilmSize): Insertable<Tables['film_size']> {
  return { film_key: key, height, kilobits_per_second: kilobitsPerSecond, made_by: 'site' }
}
