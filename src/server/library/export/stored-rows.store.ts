import type { CatalogueRows } from '#server/library/write/catalogue-rows.ts'
import type { Db } from '#server/platform/database/tables.ts'

/** Returns the rows of the library as an import would write them: drafts included, without what has been withdrawn. */
export async function readStoredRows(trx: Db): Promise<CatalogueRows> {
  const stored = await trx.selectFrom('video').selectAll().where('withdrawn_at', 'is', null).execute()
  const videos = stored.map(
    ({
      comments_id: _comments,
      deleted_at: _deleted,
      version: _version,
      changed_at: _at,
      changed_by: _by,
      editor_id: _editor,
      from_folder: _folder,
      ...row
    }) => row,
  )
  const ids = new Set(videos.map(({ id }) => id))
  const used = new Set(videos.flatMap(({ version_ids }) => version_ids))
  const versions = await trx.selectFrom('software_version').selectAll().execute()
  const series = await trx.selectFrom('series').selectAll().where('withdrawn_at', 'is', null).execute()
  const code = await trx.selectFrom('video_code').selectAll().orderBy('video_id').orderBy('place').execute()
  const former = await trx.selectFrom('former_video').selectAll().orderBy('former_id').execute()
  return {
    categories: await trx
      .selectFrom('category')
      .select(['id', 'name', 'url_key', 'position', 'description'])
      .execute(),
    parents: await trx.selectFrom('category_parent').selectAll().orderBy('parent_id').execute(),
    versions: versions.filter(({ id }) => used.has(id)),
    videos,
    filmSizes: await trx.selectFrom('film_size').selectAll().execute(),
    series: series.map(
      ({
        version: _version,
        changed_at: _at,
        changed_by: _by,
        editor_id: _editor,
        from_folder: _folder,
        ...row
      }) => ({
        ...row,
        // a video in the trash keeps its place
        video_ids: row.video_ids.filter((id) => ids.has(id)),
      }),
    ),
    code: code.filter(({ video_id }) => ids.has(video_id)),
    formerNames: former
      .filter(({ video_id }) => ids.has(video_id))
      .map(({ former_id, video_id }) => ({ formerId: former_id, videoId: video_id })),
  }
}
