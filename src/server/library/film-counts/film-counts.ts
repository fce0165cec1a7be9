import { hundredths, hundredthsPlayed } from '#domain/catalogue/film-counts.ts'
import type { Database } from '#server/platform/database/database.ts'

/** What was watched of a video on a day (`YYYY-MM-DD`, in the seller's zone), without persons. */
export type FilmCount = {
  readonly videoId: string
  readonly day: string
  starts: number
  /** Seconds of the film. */
  seconds: number
  /** How often the middle of each hundredth was played. */
  readonly hundredths: number[]
}

/** Longest part of a film that one report may count, in seconds: a player reports about every 15, at up to three times the speed. */
const longestReport = 180

/** The counts of this process that are not stored yet: a kill loses up to a minute of them. */
export class FilmCounts {
  #counts = new Map<string, FilmCount>()

  /** Counts a start of playback. */
  start(videoId: string, day: string): void {
    this.#of(videoId, day).starts += 1
  }

  /** Counts the `playedSeconds` of a film that end at `positionSeconds`. */
  play(
    { id, durationSeconds }: { readonly id: string; readonly durationSeconds: number },
    day: string,
    { positionSeconds, playedSeconds }: { readonly positionSeconds: number; readonly playedSeconds: number },
  ): void {
    const seconds = Math.min(playedSeconds, longestReport)
    if (!(seconds > 0)) return
    const count = this.#of(id, day)
    count.seconds += seconds
    const from = Math.max(0, positionSeconds - seconds)
    const played = hundredthsPlayed(from, positionSeconds, durationSeconds)
    for (let at = played?.first ?? 0; at <= (played?.last ?? -1); at += 1)
      count.hundredths[at] = (count.hundredths[at] ?? 0) + 1
  }

  /** Adds counts that could not be stored. */
  putBack(counts: readonly FilmCount[]): void {
    for (const { videoId, day, starts, seconds, hundredths } of counts) {
      const count = this.#of(videoId, day)
      count.starts += starts
      count.seconds += seconds
      for (const [at, times] of hundredths.entries())
        count.hundredths[at] = (count.hundredths[at] ?? 0) + times
    }
  }

  /** Returns the counts since the last call, and forgets them. */
  take(): readonly FilmCount[] {
    const taken = [...this.#counts.values()]
    this.#counts = new Map()
    return taken
  }

  #of(videoId: string, day: string): FilmCount {
    const key = `${day} ${videoId}`
    const count = this.#counts.get(key) ?? {
      videoId,
      day,
      starts: 0,
      seconds: 0,
      hundredths: Array.from({ length: hundredths }, () => 0),
    }
    this.#counts.set(key, count)
    return count
  }
}

const counts = new WeakMap<Database, FilmCounts>()

/** The counts of this process for a database. */
export function filmCountsOf(database: Database): FilmCounts {
  const known = counts.get(database) ?? new FilmCounts()
  counts.set(database, known)
  return known
}
