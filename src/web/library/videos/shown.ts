import { displayDay, localDay } from '#domain/dates.ts'
import { minutesAndSeconds, totalDuration } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { siteNow, siteToday } from '#web/platform/site/site-clock.ts'

/** Formats a day of the site, such as a publishing day: today, yesterday or a date, by the site's clock. */
export function shownDay(day: string): string {
  return shownBeside(siteToday(), day)
}

/** Returns the words before the publishing day: German says "am" before a date, but not before today and yesterday. */
export function publishedLabel(day: string): string {
  const isDate = displayDay(day, siteToday(), getLocale()).kind === 'date'
  return isDate ? m.published_on() : m.published_lately()
}

function shownBeside(today: string, day: string): string {
  const shown = displayDay(day, today, getLocale())
  if (shown.kind === 'today') return m.date_today()
  if (shown.kind === 'yesterday') return m.date_yesterday()
  return shown.text
}

/** Formats a sum of durations: '1 h 59 min'. */
export function shownTotalDuration(durationSeconds: number): string {
  const { hours, minutes, seconds } = totalDuration(durationSeconds)
  if (hours > 0)
    return minutes > 0 ? m.duration_hours_minutes({ hours, minutes }) : m.duration_hours({ hours })
  return seconds > 0 ? m.duration_seconds({ seconds }) : m.duration_minutes({ minutes })
}

/** Formats the duration on a card: minutes and seconds, '1 minute' if unknown (product.md section 9). */
export function shownCardDuration(durationSeconds: number): string {
  return durationSeconds > 0 ? minutesAndSeconds(durationSeconds) : m.duration_unknown()
}

/** Formats the reader's day of an instant, such as when a video was viewed. */
export function shownViewedAt(instant: string): string {
  return shownBeside(localDay(siteNow()), localDay(new Date(instant)))
}
