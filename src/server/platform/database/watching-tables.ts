import type { Generated } from 'kysely'

/** What viewers have watched, marked and opened. */
export type WatchingTables = {
  viewing: ViewingTable
  viewing_revision: { user_id: string; revision: number }
  bookmark: { user_id: string; video_id: string; second: number; word: string; created_at: Date }
  favourite: { user_id: string; video_id: string; created_at: Date }
  playback_grant: PlaybackGrantTable
  watched: WatchedTable
}

type ViewingTable = {
  user_id: string
  video_id: string
  viewed_at: Date
  seen: boolean
  position_seconds: Generated<number>
}

type PlaybackGrantTable = {
  grant_hash: Buffer
  browser_hash: Buffer
  user_id: string | null
  video_id: string
  expires_at: Date
  opened_at: Date | null
  last_used_at: Date | null
  player: string | null
  film_key: string | null
  small_film_key: string | null
  counted_at: Date | null
  /** Of a preview: the link by which it was opened. */
  preview_hash: Buffer | null
}

type WatchedTable = {
  user_id: string
  video_id: string
  played_seconds: Generated<number>
  estimated_seconds: Generated<number>
}
