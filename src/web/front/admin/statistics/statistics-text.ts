import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import type { Column } from '#web/front/desk/desk-table.tsx'

/** A number with its thousands apart. */
export function countText(count: number): string {
  return count.toLocaleString(getLocale())
}

/** Minutes, with one digit below ten. */
export function minutesText(seconds: number): string {
  const minutes = seconds / 60
  return minutes.toLocaleString(getLocale(), { maximumFractionDigits: minutes < 10 ? 1 : 0 })
}

/** A part from 0 to 1 as a percentage; a dash for null. */
export function partText(part: number | null): string {
  return part === null
    ? '–'
    : part.toLocaleString(getLocale(), { style: 'percent', maximumFractionDigits: 0 })
}

type Counts = { readonly starts: number; readonly seconds: number; readonly viewers: number }

/** The columns of what was watched, of a video or on a day. */
export function countColumns(): readonly Column<Counts>[] {
  return [
    { title: m.watched_starts(), look: 'amount', of: ({ starts }) => countText(starts) },
    { title: m.watched_minutes(), look: 'amount', of: ({ seconds }) => minutesText(seconds) },
    { title: m.watched_viewers(), look: 'amount', of: ({ viewers }) => countText(viewers) },
  ]
}
