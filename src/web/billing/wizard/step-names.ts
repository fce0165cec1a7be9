import { m } from '#messages/generated/messages.js'
import type { Step } from './steps.ts'

/** The names of the steps. */
export const stepNames: Record<Step, () => string> = {
  1: m.wizard_step_country,
  2: m.wizard_step_address,
  3: m.wizard_step_interval,
  4: m.wizard_step_payment,
  5: m.wizard_step_order,
}

/** The same as headings. */
export const stepTitles: Record<Step, () => string> = {
  1: m.wizard_title_country,
  2: m.wizard_title_address,
  3: m.wizard_title_interval,
  4: m.wizard_title_payment,
  5: m.wizard_title_order,
}
