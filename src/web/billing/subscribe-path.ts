import type { Interval } from '#domain/interval.ts'

/** The first step of the wizard, with the interval that was chosen before. */
export function subscribePath(interval?: Interval): string {
  return `/subscription/new/1${interval ? `?interval=${interval.value}${interval.unit}` : ''}`
}
