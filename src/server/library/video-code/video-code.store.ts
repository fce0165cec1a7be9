import type { Kysely } from 'kysely'
import type { CodeFile } from '#domain/catalogue/code-files.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** Returns the files of a video's code, in the order of display. */
export function codeOf(db: Kysely<Tables>, videoId: string): Promise<CodeFile[]> {
  return db
    .selectFrom('video_code')
    .select(['name', 'text'])
    .where('video_id', '=', videoId)
    .orderBy('place')
    .execute()
}
