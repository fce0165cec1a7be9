import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'

/** The steps of the subscription wizard (product.md section 2). */
export const steps = [1, 2, 3, 4, 5] as const
export type Step = (typeof steps)[number]

/** Returns the step of a URL, clamped to 1..5 (product.md section 4). Default: the first. */
export function stepOf(param: string | undefined): Step {
  const number = Math.trunc(Number(param))
  return Number.isNaN(number) ? 1 : (Math.min(Math.max(number, 1), 5) as Step)
}

export function stepHref(step: Step): string {
  return href('subscribe', { step: String(step) })
}

/** Input so far. */
type Given = {
  readonly country: boolean
  readonly address: boolean
  readonly interval: boolean
  readonly card: boolean
}

/** Returns the first incomplete step, the last one that can be reached (product.md section 4). */
export function firstOpenStep({ country, address, interval, card }: Given): Step {
  if (!country) return 1
  if (!address) return 2
  if (!interval) return 3
  return card ? 5 : 4
}

/** The names of the steps. */
export const stepNames: Record<Step, () => string> = {
  1: m.wizard_step_country,
  2: m.wizard_step_address,
  3: m.wizard_step_interval,
  4: m.wizard_step_payment,
  5: m.wizard_step_order,
}

/** The names as headings. */
export const stepTitles: Record<Step, () => string> = {
  1: m.wizard_title_country,
  2: m.wizard_title_address,
  3: m.wizard_title_interval,
  4: m.wizard_title_payment,
  5: m.wizard_title_order,
}
