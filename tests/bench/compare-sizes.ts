import type { Row } from './report.ts'
import type { Cost } from './request-load.ts'

/** What a small and a large site are, such as 1,000 and 1,000,000 accounts, and how many times the small one's time may be taken. */
export type Sizes = {
  readonly small: number
  readonly large: number
  readonly of: string
  readonly mostTimes: number
}

/** What the same takes on both, site and PostgreSQL together. */
export function sizesRow(area: string, { small, large, of, mostTimes }: Sizes, few: Cost, many: Cost): Row {
  const times = whole(many) / whole(few)
  return {
    area: `${area}, ${large.toLocaleString('en')} ${of}`,
    measured: figures(many),
    against: `${small.toLocaleString('en')} ${of}: ${figures(few)}; so ${times.toFixed(2)} x its time`,
    goal: `${mostTimes} x`,
    met: Number.isNaN(times) ? undefined : times <= mostTimes,
  }
}

function whole({ microseconds, databaseMicroseconds }: Cost): number {
  return microseconds + (databaseMicroseconds || 0)
}

function figures({ microseconds, databaseMicroseconds }: Cost): string {
  const parts = [
    ...(microseconds ? [`${Math.round(microseconds)} µs`] : []),
    ...(databaseMicroseconds ? [`${Math.round(databaseMicroseconds)} µs PostgreSQL`] : []),
  ]
  return parts.join(' + ')
}
