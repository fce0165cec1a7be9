import { href } from '#contract/pages.ts'
import { type Interval, intervalText } from '#domain/interval.ts'

/** Returns the path of the wizard's first step, with the chosen interval. */
export function subscribePath(interval?: Interval): string {
  return href('subscribe', { step: '1' }, { interval: interval && intervalText(interval) })
}
