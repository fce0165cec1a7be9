import { formatDay, localDay } from '#domain/dates.ts'
import { getLocale } from '#messages/generated/runtime.js'

/** The time of receipt to the second, with the reader's time zone: it is what counts. */
export function receivedAtText(instant: string): string {
  const moment = new Date(instant)
  const time = new Intl.DateTimeFormat(getLocale(), {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
  return `${formatDay(localDay(moment), getLocale())}, ${time.format(moment)}`
}
