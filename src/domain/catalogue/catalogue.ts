/** A named position in a film. */
export type Chapter = { startSeconds: number; title: string }

/** Parses a chapter line: `0:21 Two counters`, `12:05 …` or `1:02:30 …`. Undefined for any other line. */
export function parseChapter(line: string): Chapter | undefined {
  const match = /^(?:(\d{1,2}):([0-5]\d)|(\d{1,3})):([0-5]\d)\s+(\S[^\n\r]*)$/u.exec(line.trim())
  if (!match) return undefined
  const [, hours = '', minutesOfHour, minutes, seconds, title] = match
  return {
    startSeconds: Number(hours) * 3600 + Number(minutesOfHour ?? minutes) * 60 + Number(seconds),
    title: String(title),
  }
}

/** Returns the line of a chapter, which `parseChapter` reads: `0:21 Two counters`, `1:02:30 …`. */
export function chapterLine({ startSeconds, title }: Chapter): string {
  const [hours, minutes, seconds] = [
    Math.floor(startSeconds / 3600),
    Math.floor((startSeconds % 3600) / 60),
    Math.floor(startSeconds % 60),
  ]
  const two = (number: number) => String(number).padStart(2, '0')
  const time = hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
  return `${time} ${title}`
}

export type ChapterMistake = {
  index: number
  code: 'chapters-begin-late' | 'chapters-not-ascending' | 'chapter-outside'
}

/**
 * Checks that the first chapter begins at 0:00, each later one after the one before, and all inside the film (seconds).
 * Returns one mistake per invalid chapter; none without chapters.
 */
export function checkChapters(chapters: readonly Chapter[], durationSeconds: number): ChapterMistake[] {
  return chapters.flatMap((chapter, index): ChapterMistake[] => {
    const before = chapters[index - 1]
    if (!before && chapter.startSeconds !== 0) return [{ index, code: 'chapters-begin-late' }]
    if (before && chapter.startSeconds <= before.startSeconds)
      return [{ index, code: 'chapters-not-ascending' }]
    if (index > 0 && chapter.startSeconds >= durationSeconds) return [{ index, code: 'chapter-outside' }]
    return []
  })
}

/**
 * Whether a folder's name can be used in a URL unchanged: letters and digits of any script and `. _ ~ -`, not beginning
 * with a full stop or hyphen, at most 100 characters.
 */
export function isFolderName(name: string): boolean {
  return /^[\p{L}\p{N}_~][\p{L}\p{M}\p{N}._~-]{0,99}$/u.test(name)
}

/**
 * Returns the ID of a software version: `React 19` is `react-19`. Characters not allowed in an ID become their code
 * point, so that `C`, `C#` and `C++` stay distinct; names that differ only in case or spaces share an ID.
 */
export function versionId(name: string): string {
  return (
    name
      .normalize('NFC')
      .trim()
      .toLowerCase()
      .replace(/\s+/gu, '-')
      // mutant `character.codePointAt(0)?.toString → character.codePointAt(0).toString`: what was found has one
      .replace(/[^\p{L}\p{M}\p{N}._-]/gu, (character) => `~${character.codePointAt(0)?.toString(16)}`)
  )
}

/** A video is listed from the instant of its publishing on, and never without one. */
export function isListed(publishedAt: Date | null | undefined, now: Date): boolean {
  return publishedAt !== null && publishedAt !== undefined && publishedAt <= now
}

/** Returns the calendar day of a business instant, in UTC. */
export function businessDay(now: Date): string {
  return now.toISOString().slice(0, 10)
}

type Node = { readonly id: string; readonly parentIds: readonly string[] }

/**
 * Returns the cycles of categories that are their own ancestors, each beginning and ending with the same ID. A category
 * reached twice without a cycle (two parents) is valid.
 */
export function categoryCircles(categories: readonly Node[]): string[][] {
  const byId = new Map(categories.map((category) => [category.id, category]))
  const circles: string[][] = []
  const finished = new Set<string>()
  const climb = (id: string, path: readonly string[]): void => {
    const seenAt = path.indexOf(id)
    if (seenAt >= 0) circles.push([...path.slice(seenAt), id])
    if (seenAt >= 0 || finished.has(id)) return
    for (const parentId of byId.get(id)?.parentIds ?? []) climb(parentId, [...path, id])
    finished.add(id)
  }
  for (const { id } of categories) climb(id, [])
  return circles
}
