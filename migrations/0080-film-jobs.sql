-- compatible: only a new table, of which an older program knows nothing
-- What becomes of uploaded films (src/server/library/processing). The queue says which process works at one.
create table film_job (
  id uuid primary key,
  video_id text not null references video on delete cascade,
  -- uploads and users by id, and no reference: entries outlive them
  upload_id uuid not null,
  asked_by uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'refused', 'cancelled')),
  -- how often a process has begun it
  attempts integer not null default 0,
  step text check (step in ('reading', 'measuring', 'converting', 'storing')),
  percent integer not null default 0 check (percent between 0 and 100),
  remaining_seconds integer,
  -- why the film was not taken (src/domain/films/film-plan.ts)
  refusal text,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- while the uploaded file is there, the job can be tried again
  has_file boolean not null default true,
  -- what was made: frames for a poster in the media store, and the chapters that were inside the film
  poster_keys text[] not null default '{}',
  chapters jsonb not null default '[]',
  check ((state in ('done', 'refused', 'cancelled')) = (ended_at is not null)),
  check ((state = 'refused') = (refusal is not null))
);
create index film_job_video on film_job (video_id);
create index film_job_created on film_job (created_at);
