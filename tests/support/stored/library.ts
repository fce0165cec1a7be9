import type { Insertable } from 'kysely'
import type { StoredVideo } from '#server/library/catalogue/video-columns.ts'
import type { Db, Tables } from '#server/platform/database/tables.ts'

/** A category at the top. */
export async function storeCategory(db: Db, id: string): Promise<void> {
  await db.insertInto('category').values({ id, name: id, url_key: id, position: 1 }).execute()
}

/** A row as an import writes it, of a video without media, tags and chapters. */
export function someVideoRow(
  id: string,
  change: Partial<StoredVideo> & Pick<StoredVideo, 'category_id'>,
): Omit<StoredVideo, 'comments_id'> {
  return {
    id,
    title: id,
    description: '',
    duration_seconds: 60,
    published_on: '2026-01-04',
    published_time: null,
    published_at: new Date('2026-01-04T00:00:00Z'),
    tags: [],
    version_ids: [],
    free: false,
    film_key: 'none',
    small_film_key: null,
    poster_key: null,
    tracks: [],
    chapters: [],
    storyboard: null,
    withdrawn_at: null,
    draft: false,
    ...change,
  }
}

/** A video without media, tags and chapters, unless changed; it is withdrawn, which needs the fewest columns. */
export async function storeVideo(
  db: Db,
  id: string,
  change: Partial<Insertable<Tables['video']>> = {},
): Promise<void> {
  await db
    .insertInto('video')
    .values({
      id,
      title: id,
      description: '',
      duration_seconds: 60,
      published_on: '2026-01-04',
      published_at: midnightOf(change.published_on === undefined ? '2026-01-04' : change.published_on),
      tags: [],
      version_ids: [],
      free: false,
      film_key: 'none',
      tracks: '[]',
      chapters: '[]',
      // one that has a category is listed
      withdrawn_at: change.category_id ? null : new Date(0),
      ...change,
    })
    .execute()
}

const midnightOf = (day: string | null) => (day === null ? null : new Date(`${day}T00:00:00Z`))

/** Withdraws a video at an instant, or restores it: null. `setRevision` notifies running sites. */
export async function withdrawVideo(db: Db, id: string, at: Date | null): Promise<void> {
  await db.updateTable('video').set({ withdrawn_at: at }).where('id', '=', id).execute()
}

export async function setFilm(db: Db, id: string, filmKey: string): Promise<void> {
  await db.updateTable('video').set({ film_key: filmKey }).where('id', '=', id).execute()
}

export async function setFree(db: Db, id: string, free: boolean): Promise<void> {
  await db.updateTable('video').set({ free }).where('id', '=', id).execute()
}

/** Gives a video captions in German that a machine made. */
export async function addMachineCaptions(db: Db, id: string): Promise<void> {
  const tracks = [{ kind: 'captions', key: 'none', srclang: 'de', label: 'Deutsch', machine: true }]
  await db
    .updateTable('video')
    .set({ tracks: JSON.stringify(tracks) })
    .where('id', '=', id)
    .execute()
}

/** Sets the number of catalogue imports. */
export async function setRevision(db: Db, revision: number): Promise<void> {
  await db.updateTable('catalogue').set({ revision }).execute()
}

/** All code of films, in its order. */
export function codeRows(db: Db): Promise<Tables['video_code'][]> {
  return db.selectFrom('video_code').selectAll().orderBy('video_id').orderBy('place').execute()
}
