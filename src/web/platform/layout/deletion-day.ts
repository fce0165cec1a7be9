import { formatDay, localDay } from '#domain/dates.ts'
import { getLocale } from '#messages/generated/runtime.js'

/** Returns the day of an instant in the reader's time zone: '5. December, 2026'. */
export function deletionDay(instant: string): string {
  return formatDay(localDay(new Date(instant)), getLocale())
}
