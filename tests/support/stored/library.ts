import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** All code of films, in its order. */
export function codeRows(db: Kysely<Tables>): Promise<Tables['video_code'][]> {
  return db.selectFrom('video_code').selectAll().orderBy('video_id').orderBy('place').execute()
}
