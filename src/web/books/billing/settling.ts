import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { renewBilling } from './billing-queries.ts'

/** Polling interval for a pending payment, in milliseconds. */
const everyMs = 3_000

/** Polls a pending payment, and shows its result as soon as it is known. */
export function useSettling(waits: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!waits) return
    let timer: ReturnType<typeof setTimeout>
    let gone = false
    const ask = async () => {
      const reply = await call(billingCalls.checkPayment)
      const isOpen =
        reply instanceof CallProblem ? reply.status === 0 || reply.status >= 500 : reply.status === 202
      // also while it is open: it may now need the bank's confirmation
      if (!gone && !(reply instanceof CallProblem && isOpen)) await renewBilling(client)
      if (!gone && isOpen) timer = setTimeout(ask, everyMs)
    }
    timer = setTimeout(ask, everyMs)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [waits, client])
}
