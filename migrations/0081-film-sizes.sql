-- compatible: new columns and a new table, which an older program leaves empty, and a new function beside the former one
-- A video may have a second, smaller file of its film; a playback names both files that it was opened with.

-- the key in the media store; null where there is no smaller file
alter table video add column small_film_key text;
alter table playback_grant add column small_film_key text;

/*
 * What a player needs to know to choose between the files of a film. The key is a hash of the bytes, so a row never changes.
 * height: number of lines, measured on the shorter side of the picture.
 */
create table film_size (
  film_key text primary key,
  height integer not null,
  kilobits_per_second integer not null
);

/*
 * Whether a user has a stream left: stores the grant then, with both files of the film that it opens. What the same player of the
 * same browser had open ends first. All who open or revive streams of a user wait for each other here, so each statement counts
 * what the one before has stored.
 */
create function open_stream(
  of_user uuid, of_video text, of_film text, of_small_film text, in_browser bytea, by_player text, new_hash bytea,
  now_is timestamptz, until timestamptz, used_since timestamptz, most integer
) returns boolean language plpgsql as $$
begin
  perform from viewing_revision where user_id = of_user for update;
  if not found then
    insert into viewing_revision (user_id, revision) values (of_user, 0) on conflict (user_id) do nothing;
    perform from viewing_revision where user_id = of_user for update;
  end if;
  delete from playback_grant where browser_hash = in_browser and player = by_player;
  if (select count(*) >= most from (select from playback_grant
      where user_id = of_user and last_used_at > used_since and expires_at > now_is limit most) counted) then
    return false;
  end if;
  insert into playback_grant (grant_hash, browser_hash, user_id, video_id, film_key, small_film_key, expires_at, opened_at,
      last_used_at, player)
    values (new_hash, in_browser, of_user, of_video, of_film, of_small_film, until, now_is, now_is, by_player);
  return true;
end $$;
