import { formatDay, localDay } from '#domain/dates.ts'
import { getLocale } from '#messages/generated/runtime.js'

/** The day of an instant, where the reader is: '5. December, 2026'. */
export function deletionDay(instant: string): string {
  return formatDay(localDay(new Date(instant)), getLocale())
}
