import { stringify } from 'yaml'
import type { Category, Film } from './film.ts'
import type { Timeline } from './timeline.ts'

/** Returns the text of a film's `video.md`, with a chapter at the start of each scene. */
export function videoFile(film: Film, timeline: Timeline): string {
  const { title, published, tags, versions, free } = film
  const chapters = timeline.scenes.map(({ start, chapter }) => `${clock(start)} ${chapter}`)
  return withFrontMatter(
    { title, published, tags, versions, ...(free && { free }), chapters },
    film.description,
  )
}

/** Returns the text of a category's `category.md`. */
export function categoryFile({ name, position, parents, description }: Category): string {
  return withFrontMatter({ name, position, ...(parents && { parents }) }, description)
}

function withFrontMatter(values: object, body: string): string {
  return `---\n${stringify(values, { lineWidth: 0 })}---\n\n${body.trim()}\n`
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
