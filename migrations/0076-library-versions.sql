-- Categories, videos and series are changed by an import or at the desk. An older program would show drafts, so it is refused.
alter table category
  add column version integer not null default 1,
  -- on the business clock; null: never since this was recorded
  add column changed_at timestamptz,
  add column changed_by text not null default 'folder' check (changed_by in ('folder', 'desk')),
  -- the user at the desk; null: an import
  add column editor_id uuid,
  -- an import has brought it, so the next one withdraws it when its folder is gone
  add column from_folder boolean not null default true;

alter table series
  add column version integer not null default 1,
  add column changed_at timestamptz,
  add column changed_by text not null default 'folder' check (changed_by in ('folder', 'desk')),
  add column editor_id uuid,
  add column from_folder boolean not null default true;

alter table video
  add column version integer not null default 1,
  add column changed_at timestamptz,
  add column changed_by text not null default 'folder' check (changed_by in ('folder', 'desk')),
  add column editor_id uuid,
  add column from_folder boolean not null default true,
  -- shown to nobody but the admin, and possibly without a film
  add column draft boolean not null default false,
  -- in the trash since, on the real clock; null: not deleted at the desk
  add column deleted_at timestamptz,
  alter column duration_seconds drop not null,
  alter column published_on drop not null,
  alter column film_key drop not null,
  add constraint video_deleted check (deleted_at is null or withdrawn_at is not null),
  add constraint video_complete check (
    draft or withdrawn_at is not null
    or duration_seconds is not null and published_on is not null and film_key is not null and category_id is not null),
  drop constraint video_check;

-- Saved versions of a category, video or series that a later one has replaced.
create table library_version (
  kind text not null check (kind in ('category', 'video', 'series')),
  id text not null,
  version integer not null,
  saved_at timestamptz,
  saved_by text not null check (saved_by in ('folder', 'desk')),
  editor_id uuid,
  -- on the real clock
  replaced_at timestamptz not null,
  -- its columns, and a video's code
  document jsonb not null,
  -- keys in the media store, kept so that the version can be restored
  media text[] not null,
  primary key (kind, id, version)
);
create index library_version_media on library_version (replaced_at) where media <> '{}';
