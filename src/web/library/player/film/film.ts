import type { Playback } from '#contract/library/library.ts'

/** Where a viewer is, and how many seconds of the film were played since that was said last. */
type Watched = { readonly positionSeconds: number; readonly playedSeconds: number }

/** What the player is given to show. This is all it knows of films and viewers, so that it can be replaced. */
export type FilmOptions = {
  readonly videoId: string
  /** Undefined until the server has opened the playback. */
  readonly playback: Playback | undefined
  /** Where to begin, in seconds. */
  readonly startSeconds: number
  /** Whether to play as soon as it is loaded. */
  readonly play: boolean
  /** Playback has begun: the video counts as viewed. */
  readonly onViewed: (videoId: string) => void
  /** Position and played time; `leaving` asks for a request that outlives the page. */
  readonly onPosition: (videoId: string, watched: Watched, leaving: boolean) => void
  /**
   * Requests a media address after the old one was refused: it arrives as a new playback, or is the same while that is
   * valid. Undefined: unavailable.
   */
  readonly reopen: () => Promise<string | undefined>
}
