/**
 * The record of a viewer and a video (product.md section 3: seen flag, view history; section 4: unseen to seen and back).
 * `viewedAt`: business time of the last start of playback. `positionSeconds`: where they stopped.
 */
export type Viewing = { readonly viewedAt: Date; readonly seen: boolean; readonly positionSeconds: number }

/** Playback started: the video is seen and first in the history (product.md section 4). */
export function playbackStarted(before: Viewing | undefined, at: Date): Viewing {
  return { viewedAt: at, seen: true, positionSeconds: before?.positionSeconds ?? 0 }
}

/** 'Mark video as unseen': the mark is removed, the history entry stays. A video never viewed is unchanged. */
export function markedUnseen(before: Viewing | undefined): Viewing | undefined {
  return before && { ...before, seen: false }
}

/**
 * The viewer is at `positionSeconds`; limited to the film's end. It does not set the seen mark (only the start of
 * playback does) nor reorder the history, but adds a missing video to it.
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
 * Merges what a visitor viewed before registering, unless the stored record is as new or newer. The time comes from the
 * browser and is limited to `now`.
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
 * Returns where playback resumes. A viewer who stopped in the closing moments (last 5 %, at most 10 seconds) has finished
 * and starts over: resuming there would end at once and, with autoplay, skip the video.
 */
export function resumeSeconds(viewing: Viewing | undefined, durationSeconds: number): number {
  // mutant `viewing?.positionSeconds ?? 0 → viewing?.positionSeconds`: an unknown position is before no end
  const position = viewing?.positionSeconds ?? 0
  const closingSeconds = Math.min(10, durationSeconds * 0.05)
  return position < durationSeconds - closingSeconds ? position : 0
}

/** Fastest speed of the player: seconds of a film per second. */
export const fastestSpeed = 3

/**
 * Returns the seconds of a film played since the last report: as counted by the player, or (an older page without a
 * count) the progress of the position.
 */
export function secondsPlayed(
  counted: number | undefined,
  before: Viewing | undefined,
  after: Viewing,
): number {
  return counted ?? Math.max(0, after.positionSeconds - (before?.positionSeconds ?? 0))
}

/** Whether two records are equal: then nothing is stored, and the history's ETag stays. */
export function sameViewing(one: Viewing | undefined, other: Viewing | undefined): boolean {
  if (!one || !other) return one === other
  return (
    one.viewedAt.getTime() === other.viewedAt.getTime() &&
    one.seen === other.seen &&
    one.positionSeconds === other.positionSeconds
  )
}
