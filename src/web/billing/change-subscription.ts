import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { billingCalls } from '#contract/billing/billing-calls.ts'
import type { CallReply } from '#contract/call.ts'
import { CallProblem } from '#web/site/api.ts'
import { notify } from '#web/ui/notifications-store.ts'
import { renewBilling } from './billing-queries.ts'

/** A change of the subscription: 202 while its payment is not settled. */
type SubscriptionAnswer = CallReply<(typeof billingCalls)['refundSubscription']>

/**
 * Makes a change, once at a time, and shows everywhere what became of it; `done` is said when it is settled. Answers the
 * sentence of a refusal. Refused, the subscription may be another than the one on screen: that is read anew as well.
 */
export function useSubscriptionChange(): {
  readonly change: (
    make: () => Promise<SubscriptionAnswer | CallProblem>,
    done: string,
  ) => Promise<string | undefined>
  readonly busy: boolean
} {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const underWay = useRef(false)

  const change = async (make: () => Promise<SubscriptionAnswer | CallProblem>, done: string) => {
    if (underWay.current) return undefined
    underWay.current = true
    setBusy(true)
    const reply = await make()
    const isRefused = reply instanceof CallProblem
    // while the server can not be reached there is nothing to be read
    if (!(isRefused && reply.status === 0)) await renewBilling(client)
    underWay.current = false
    setBusy(false)
    if (isRefused) return reply.detail
    if (reply.status === 200) notify(done, 'success')
    return undefined
  }
  return { change, busy }
}
