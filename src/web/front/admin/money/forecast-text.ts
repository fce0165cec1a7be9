import type { CallRequest } from '#contract/call.ts'
import type { adminReportCalls } from '#contract/desk/report-calls.ts'
import { m } from '#messages/generated/messages.js'

export type Coming = NonNullable<CallRequest<typeof adminReportCalls.comingRenewals>['query']['kind']>

/** Names of what becomes of subscriptions on their day. */
export const comingNames: Readonly<Record<Coming, () => string>> = {
  renewed: m.forecast_renewed,
  cancelled: m.forecast_cancelled,
  paused: m.forecast_paused,
  trial: m.forecast_trial,
  granted: m.forecast_granted,
}

export function comingOf(text: string): Coming | undefined {
  return Object.hasOwn(comingNames, text) ? (text as Coming) : undefined
}
