import type { Video } from '#contract/library/library.ts'
import { href } from '#contract/pages.ts'
import { formatDay } from '#domain/dates.ts'
import { minutesAndSeconds } from '#domain/durations.ts'
import { getLocale } from '#messages/generated/runtime.js'
import { type Html, html } from './html.ts'

/** A list of links to videos, with length and publishing day. */
export function videoList(videos: readonly Video[]): Html | false {
  if (videos.length === 0) return false
  return html`<ul>${videos.map(
    ({ id, title, durationSeconds, publishedOn }) =>
      html`<li><a href="${href('video', { id })}">${title}</a> ${minutesAndSeconds(durationSeconds)}, ${dayElement(publishedOn)}</li>
`,
  )}</ul>`
}

/** A day as 'd. MMMM, yyyy': a document is kept, so it never says 'today'. */
export function dayElement(day: string): Html {
  return html`<time datetime="${day}">${formatDay(day, getLocale())}</time>`
}
