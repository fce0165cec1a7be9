import { href } from '#contract/pages.ts'
import { type Interval, intervalText } from '#domain/interval.ts'

/** The first step of the wizard, with the interval that was chosen before. */
export function subscribePath(interval?: Interval): string {
  return href('subscribe', { step: '1' }, { interval: interval && intervalText(interval) })
}
