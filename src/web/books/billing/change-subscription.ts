import { useQueryClient } from '@tanstack/react-query'
import type { billingCalls } from '#contract/billing/billing-calls.ts'
import type { CallReply } from '#contract/call.ts'
import type { CallProblem } from '#web/platform/site/api.ts'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { renewBilling } from './billing-queries.ts'

/** A change of the subscription; 202 while its payment is pending. */
type Changed = CallReply<(typeof billingCalls)['refundSubscription']>

/**
 * Returns options for `useCall` with a change of the subscription: shows its result everywhere, and announces `done`
 * once it is settled. After a refusal the subscription is refetched too, because it may have changed.
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
      // while the server is unreachable there is nothing to read
      if (status !== 0) await renewBilling(client)
    },
  }
}
