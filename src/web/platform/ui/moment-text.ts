import { formatDay, localDay } from '#domain/dates.ts'
import { getLocale } from '#messages/generated/runtime.js'

/** Formats date and time in the reader's time zone: '3. November, 2026, 14:05'. */
export function momentText(moment: Date): string {
  const time = new Intl.DateTimeFormat(getLocale(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return `${formatDay(localDay(moment), getLocale())}, ${time.format(moment)}`
}
