import type { CodeFile } from '#domain/catalogue/code-files.ts'
import type { Db } from '#server/platform/database/tables.ts'

/** Returns the files of a video's code, in the order of display. */
export function codeOf(db: Db, videoId: string): Promise<CodeFile[]> {
  return db
    .selectFrom('video_code')
    .select(['name', 'text'])
    .where('video_id', '=', videoId)
    .orderBy('place')
    .execute()
}
