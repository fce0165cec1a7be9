import { localDay } from '#domain/dates.ts'

/** A moment in the admin's tables: '2026-11-03 14:05:07' where the reader is, without fractions (product.md section 2). */
export function adminTime(instant: string): string {
  const moment = new Date(instant)
  const [hours, minutes, seconds] = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(
    (part) => String(part).padStart(2, '0'),
  )
  return `${localDay(moment)} ${hours}:${minutes}:${seconds}`
}
