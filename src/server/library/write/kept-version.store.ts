import { sql } from 'kysely'
import type { Tables, Trx } from '#server/platform/database/tables.ts'

/** Who changes the library: an import, or a user at the desk. */
export type Editor = { readonly by: 'folder' } | { readonly by: 'desk'; readonly userId: string }

/** Business time and real time of a change. */
export type When = { readonly now: Date; readonly realNow: Date }

export type Kind = Tables['library_version']['kind']

const videoCode = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('name', name, 'text', text) order by place), '[]')
  from video_code where video_id = item.id)`
const versionNames = sql`(
  select coalesce(jsonb_agg(to_jsonb(named)), '[]') from software_version as named
  where named.id = any(item.version_ids))`
const formerPaths = sql`(
  select coalesce(jsonb_agg(path order by path), '[]') from former_category where category_id = item.id)`
const parentIds = sql`(
  select coalesce(jsonb_agg(parent_id order by parent_id), '[]') from category_parent where category_id = item.id)`

/** Of each kind: its id, all that can be restored, and the media that this needs. */
const kinds = {
  category: {
    id: 'id',
    document: sql`to_jsonb(item) || jsonb_build_object('parent_ids', ${parentIds}, 'former_paths', ${formerPaths})`,
    media: sql`'{}'::text[]`,
  },
  video: {
    id: 'id',
    document: sql`to_jsonb(item) || jsonb_build_object('code', ${videoCode}, 'version_names', ${versionNames})`,
    media: sql`array_remove(
      array[film_key, small_film_key, poster_key, storyboard ->> 'key']
      || array(select track ->> 'key' from jsonb_array_elements(tracks) as track), null)`,
  },
  series: { id: 'url_key', document: sql`to_jsonb(item)`, media: sql`array_remove(array[poster_key], null)` },
} as const satisfies Record<Kind, object>

/** Keeps the saved versions of items, which the next statement replaces. */
export async function keepVersions(
  trx: Trx,
  kind: Kind,
  ids: readonly string[],
  { realNow }: Pick<When, 'realNow'>,
): Promise<void> {
  if (ids.length === 0) return
  const { id, document, media } = kinds[kind]
  await sql`
    insert into library_version (kind, id, version, saved_at, saved_by, editor_id, replaced_at, document, media)
      select ${kind}, ${sql.ref(id)}, version, changed_at, changed_by, editor_id, ${realNow}, ${document}, ${media}
      from ${sql.table(kind)} as item where ${sql.ref(id)} = any(${[...ids]}::text[])
    -- a deleted category whose id was given again
    on conflict (kind, id, version) do update set saved_at = excluded.saved_at, saved_by = excluded.saved_by,
      editor_id = excluded.editor_id, replaced_at = excluded.replaced_at, document = excluded.document,
      media = excluded.media`.execute(trx)
}

/** The columns that every change of an item writes. */
export function changedBy(editor: Editor, { now }: Pick<When, 'now'>) {
  return {
    version: sql<number>`version + 1`,
    changed_at: now,
    changed_by: editor.by,
    editor_id: editor.by === 'desk' ? editor.userId : null,
  }
}
