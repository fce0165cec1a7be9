import type { Db } from '#server/platform/database/tables.ts'
import type { LibraryFile } from './library-files.ts'

/** A derived file; its bytes may be gone. */
export type DerivedFile = LibraryFile & { readonly optional: true }

/**
 * Returns what is derived from the library or kept beside it, as files in the folder `.lectern`: smaller posters,
 * generated storyboards, former versions, and what was withdrawn, with the media that they name; what was watched and
 * searched; preview links by the hashes of their keys.
 */
export async function readDerived(trx: Db): Promise<readonly DerivedFile[]> {
  const posters = await trx.selectFrom('poster').selectAll().orderBy('key').execute()
  const storyboards = await trx.selectFrom('storyboard').selectAll().orderBy('film_key').execute()
  const versions = await trx
    .selectFrom('library_version')
    .selectAll()
    .orderBy('kind')
    .orderBy('id')
    .orderBy('version')
    .execute()
  const videos = await trx
    .selectFrom('video')
    .selectAll()
    .where('withdrawn_at', 'is not', null)
    .orderBy('id')
    .execute()
  const series = await trx
    .selectFrom('series')
    .selectAll()
    .where('withdrawn_at', 'is not', null)
    .orderBy('url_key')
    .execute()
  const links = await trx.selectFrom('preview_link').selectAll().orderBy('video_id').execute()
  const statistics = {
    days: await trx.selectFrom('film_day').selectAll().orderBy('video_id').orderBy('day').execute(),
    words: await trx.selectFrom('searched_words').selectAll().orderBy('day').orderBy('words').execute(),
  }
  const keys = new Set([
    ...posters.flatMap(({ sizes }) => sizes.map(({ key }) => key)),
    ...storyboards.map(({ storyboard }) => storyboard.key),
    ...versions.flatMap(({ media }) => media),
    ...videos.flatMap((video) => [
      video.film_key,
      video.small_film_key,
      video.poster_key,
      video.storyboard?.key,
      ...video.tracks.map(({ key }) => key),
    ]),
    ...series.map(({ poster_key }) => poster_key),
  ])
  const tables = {
    posters,
    storyboards,
    versions,
    withdrawn: { videos, series },
    statistics,
    'preview-links': links.map((link) => ({ ...link, key_hash: link.key_hash.toString('hex') })),
  }
  return [
    ...Object.entries(tables).map(([name, rows]) => ({
      path: `.lectern/${name}.json`,
      text: `${JSON.stringify(rows, null, 2)}\n`,
      optional: true as const,
    })),
    ...[...keys].flatMap((key) =>
      key ? [{ path: `.lectern/media/${key}`, key, optional: true as const }] : [],
    ),
  ]
}
