/**
 * What is recorded about a viewer and a video (product.md section 3: seen flag, view history; section 4: unseen to seen
 * and back). `viewedAt` is business time: when playback started last. `positionSeconds` is where they stopped.
 */
export type Viewing = { readonly viewedAt: Date; readonly seen: boolean; readonly positionSeconds: number }

/** The player reports that playback started: the video is seen and leads the history (product.md section 4). */
export function playbackStarted(before: Viewing | undefined, at: Date): Viewing {
  return { viewedAt: at, seen: true, positionSeconds: before?.positionSeconds ?? 0 }
}

/** 'Mark video as unseen': the mark goes, the history keeps the video. Nothing happens to one never viewed. */
export function markedUnseen(before: Viewing | undefined): Viewing | undefined {
  return before && { ...before, seen: false }
}

/**
 * The viewer is at `positionSeconds`; beyond the end counts as the end. It neither sets the seen mark (only the start of
 * playback does) nor moves the video up in the history, but brings one there that is not in it yet.
 */
export function stoppedAt(
  before: Viewing | undefined,
  positionSeconds: number,
  durationSeconds: number,
  at: Date,
): Viewing {
  const within = Math.min(Math.max(positionSeconds, 0), durationSeconds)
  return { viewedAt: before?.viewedAt ?? at, seen: before?.seen ?? false, positionSeconds: within }
}

/**
 * What a viewer began as a visitor, before they registered, is theirs unless the record is as new or newer. Their browser says
 * when that was, so it never lies ahead of `now`.
 */
export function begunBefore(
  before: Viewing | undefined,
  visitors: Viewing,
  durationSeconds: number,
  now: Date,
): Viewing | undefined {
  if (before && before.viewedAt >= visitors.viewedAt) return before
  return {
    viewedAt: visitors.viewedAt < now ? visitors.viewedAt : now,
    seen: visitors.seen || (before?.seen ?? false),
    positionSeconds: Math.min(visitors.positionSeconds, durationSeconds),
  }
}

/**
 * Where playback resumes. Whoever stopped in the closing moments (the last 5 %, at most 10 seconds) has finished, and
 * begins anew; resuming there would end at once and, with autoplay, skip the video.
 */
export function resumeSeconds(viewing: Viewing | undefined, durationSeconds: number): number {
  // mutant `viewing?.positionSeconds ?? 0 → viewing?.positionSeconds`: an unknown position is before no end
  const position = viewing?.positionSeconds ?? 0
  const closingSeconds = Math.min(10, durationSeconds * 0.05)
  return position < durationSeconds - closingSeconds ? position : 0
}

/** How many seconds of a film a second can hold: the fastest speed of the player. */
export const fastestSpeed = 3

/**
 * Seconds of a film that were played since the report before: as the player has counted them, else (a page from before it did) as far
 * as the position has moved on.
 */
export function secondsPlayed(
  counted: number | undefined,
  before: Viewing | undefined,
  after: Viewing,
): number {
  return counted ?? Math.max(0, after.positionSeconds - (before?.positionSeconds ?? 0))
}

/** Whether two states are the same one: then there is nothing to store, and the history's ETag stays. */
export function sameViewing(one: Viewing | undefined, other: Viewing | undefined): boolean {
  if (!one || !other) return one === other
  return (
    one.viewedAt.getTime() === other.viewedAt.getTime() &&
    one.seen === other.seen &&
    one.positionSeconds === other.positionSeconds
  )
}
