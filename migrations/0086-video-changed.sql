-- compatible: only an index
-- The desk's list of videos, the newest change first.
create index video_changed on video (changed_at desc nulls last, id);
