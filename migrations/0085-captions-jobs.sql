-- compatible: an older program runs only jobs whose ids are in its own queue, all of which have an upload
-- Captions by machine (src/server/library/processing/make-captions.ts) are jobs as well, of a language and without an upload.
alter table film_job
  alter column upload_id drop not null,
  add column kind text not null default 'film' check (kind in ('film', 'captions')),
  -- BCP 47
  add column srclang text,
  -- how often the transcription server gave no answer, and when it is asked again
  add column tries integer not null default 0,
  add column next_try_at timestamptz,
  add check ((kind = 'film') = (upload_id is not null)),
  add check ((kind = 'captions') = (srclang is not null)),
  drop constraint film_job_step_check,
  add constraint film_job_step_check
    check (step in ('reading', 'measuring', 'converting', 'transcribing', 'storing'));
