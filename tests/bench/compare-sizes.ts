import type { Row } from './report.ts'
import type { Cost } from './request-load.ts'

/** A small and a large size, such as 1,000 and 1,000,000 accounts, and the permitted ratio of their times. */
export type Sizes = {
  readonly small: number
  readonly large: number
  readonly of: string
  readonly mostTimes: number
}

/** Returns the row that compares both, site and PostgreSQL together. */
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
