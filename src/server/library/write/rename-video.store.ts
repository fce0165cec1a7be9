import { sql } from 'kysely'
import { jsonColumns } from '#server/library/catalogue/video-columns.ts'
import {
  forgetFormerNames,
  moveMarks,
  storeFormerName,
} from '#server/library/former-videos/former-video.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { changedBy, type Editor, keepVersions, type When } from './kept-version.store.ts'
import type { WholeVideo } from './video-write.store.ts'

/**
 * Gives a video another id, to which its former address, marks, history, versions and places in series lead. As after an
 * import that renames a folder, the former row stays and collects what other processes still write for some seconds.
 */
export async function renameVideo(
  trx: Trx,
  video: WholeVideo,
  id: string,
  editor: Editor,
  when: When,
): Promise<void> {
  const { code: _, ...before } = video
  const { id: formerId } = before
  await keepVersions(trx, 'video', [formerId], when)
  const stamp = { ...changedBy(editor, when), version: before.version + 1 }
  const row = { ...before, ...jsonColumns(before), ...stamp, id, from_folder: false }
  const { id: __, ...columns } = row
  await trx
    .insertInto('video')
    .values(row)
    // it has had this id before
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
  await trx.updateTable('video_code').set({ video_id: id }).where('video_id', '=', formerId).execute()
  await trx
    .updateTable('video')
    .set({ withdrawn_at: when.now, deleted_at: when.realNow, ...stamp })
    .where('id', '=', formerId)
    .execute()
  const keptOf = (videoId: string) => sql<boolean>`kind = 'video' and id = ${videoId}`
  await trx.deleteFrom('library_version').where(keptOf(id)).execute()
  await trx.updateTable('library_version').set({ id }).where(keptOf(formerId)).execute()
  await trx
    .updateTable('series')
    .set({
      video_ids: sql<string[]>`array_replace(video_ids, ${formerId}, ${id})`,
      ...changedBy(editor, when),
    })
    .where(sql<boolean>`${formerId} = any(video_ids)`)
    .execute()
  await forgetFormerNames(trx, [id])
  await storeFormerName(trx, { formerId, videoId: id }, when.realNow)
  await moveMarks(trx, { formerId, videoId: id })
}
