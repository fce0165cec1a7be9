import type { Playback } from '#contract/library/library.ts'

/** A viewer's position, and the seconds played since the last report. */
type Watched = { readonly positionSeconds: number; readonly playedSeconds: number }

/** The size in which a film is shown that comes in more than one, and the menu of all. */
export type ShownSize = {
  readonly videoId: string
  readonly url: string
  /** Of the menu's button. */
  readonly name: string
  readonly text: string
  readonly menu: {
    readonly kind: 'choices'
    readonly label: string
    readonly value: string
    readonly choices: readonly { readonly value: string; readonly label: string }[]
    readonly onChoose: (value: string) => void
  }
}

/** The player's input, and all that it knows of films and viewers, so that it can be replaced. */
export type FilmOptions = {
  readonly videoId: string
  /** Undefined until the server has opened the playback. */
  readonly playback: Playback | undefined
  /** Start position in seconds. */
  readonly startSeconds: number
  /** Whether to play once loaded. */
  readonly play: boolean
  /** Called when playback begins: the video counts as viewed. */
  readonly onViewed: (videoId: string) => void
  /** Position and played time; `leaving` asks for a request that outlives the page. */
  readonly onPosition: (videoId: string, watched: Watched, leaving: boolean) => void
  /**
   * Requests a media address after the old one was refused: it arrives as a new playback, or is the same while that is
   * valid. Undefined: unavailable.
   */
  readonly reopen: () => Promise<string | undefined>
}
