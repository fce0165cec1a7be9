-- A video is published at an instant: at the start of a day, or at a time of it, in the seller's time zone. An older
-- program would store days without one, so it is refused.
alter table video
  -- HH:MM, where the author wrote a time
  add column published_time text check (published_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  add column published_at timestamptz;

-- Until now a video appeared at midnight UTC of its day. Those stored keep that instant until they are saved again: the
-- zone is a setting, and its midnight would hide what is published or show what is to come too early.
update video set published_at = published_on::timestamp at time zone 'UTC';

alter table video
  add constraint video_published check ((published_on is null) = (published_at is null)),
  add constraint video_published_time check (published_time is null or published_on is not null);
