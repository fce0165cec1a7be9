import { useQueryClient } from '@tanstack/react-query'
import type { billingCalls } from '#contract/billing/billing-calls.ts'
import type { CallReply } from '#contract/call.ts'
import type { CallProblem } from '#web/platform/site/api.ts'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { renewBilling } from './billing-queries.ts'

/** A change of the subscription: 202 while its payment is not settled. */
type Changed = CallReply<(typeof billingCalls)['refundSubscription']>

/**
 * What follows a change of the subscription, as options for `useCall`: what became of it shows everywhere, and `done` is
 * said when it is settled. Refused, the subscription may be another than the one on screen: that is read anew as well.
 */
export function useShowChange(done: string): {
  readonly onDone: (reply: Changed) => Promise<void>
  readonly onRefused: (problem: CallProblem) => Promise<void>
} {
  const client = useQueryClient()
  return {
    onDone: async ({ status }) => {
      await renewBilling(client)
      if (status === 200) notify(done, 'success')
    },
    onRefused: async ({ status }) => {
      // while the server can not be reached there is nothing to be read
      if (status !== 0) await renewBilling(client)
    },
  }
}
