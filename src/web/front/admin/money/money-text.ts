import type { adminMoneyCalls, MoneyRow } from '#contract/admin/admin-money-calls.ts'
import type { CallRequest } from '#contract/call.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'

export type By = CallRequest<typeof adminMoneyCalls.moneyReport>['query']['by']
export type Step = NonNullable<CallRequest<typeof adminMoneyCalls.moneyChanges>['query']['step']>

/** The name of a row's period: '3 Nov 2026', 'Nov 2026', '2026'. */
export function periodText(day: string, by: By): string {
  const shape = {
    day: { day: 'numeric', month: 'short', year: 'numeric' },
    month: { month: 'short', year: 'numeric' },
    year: { year: 'numeric' },
  } as const
  return new Intl.DateTimeFormat(getLocale() === 'en' ? 'en-GB' : getLocale(), {
    ...shape[by],
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
}

/** The first and last day of a row's period. */
export function daysOfRow(day: string, by: By): { from: string; to: string } {
  const [year = 0, month = 1] = day.split('-').map(Number)
  if (by === 'day') return { from: day, to: day }
  const last = by === 'month' ? new Date(Date.UTC(year, month, 0)) : new Date(Date.UTC(year, 11, 31))
  return { from: day, to: last.toISOString().slice(0, 10) }
}

/** Names of the changes of recurring revenue, in the order of the bridge. */
export const stepNames: Readonly<Record<keyof MoneyRow['bridge'], () => string>> = {
  start: m.money_step_start,
  new: m.money_step_new,
  more: m.money_step_more,
  fewer: m.money_step_fewer,
  price: m.money_step_price,
  lost: m.money_step_lost,
  free: m.money_step_free,
}

/** Names of the rows behind a number: kinds of changes, then trials and first payments. */
export const changeNames: Readonly<Record<Step, () => string>> = {
  new: m.money_step_new,
  more: m.money_step_more,
  fewer: m.money_step_fewer,
  price: m.money_step_price,
  lost: m.money_step_lost,
  free: m.money_step_free,
  'trial-ended': m.money_rows_trial_ended,
  'trial-paid': m.money_rows_trial_paid,
  first: m.money_rows_first,
  kept: m.money_rows_kept,
}

/** The changes that move recurring revenue and have rows of their own. */
export const moneySteps = ['new', 'more', 'fewer', 'price', 'lost'] as const satisfies readonly Step[]

export function stepOf(text: string): Step | undefined {
  return Object.hasOwn(changeNames, text) ? (text as Step) : undefined
}

/** The first day of the month eleven months ago. */
export function yearBefore(today: string): string {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 10)
}
