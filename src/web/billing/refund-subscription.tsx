import { billingCalls } from '#contract/billing/billing-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useQuestion } from '#web/layout/question.tsx'
import { call } from '#web/site/api.ts'
import { Button } from '#web/ui/button.tsx'
import { billingDay } from './billing-day.ts'
import { useShowChange } from './change-subscription.ts'

/** Gives the last charge back within seven days, after a question (product.md section 9, Refund period). */
export function RefundSubscription({ until }: { until: string }) {
  const { ask, dialog } = useQuestion()
  const showChange = useShowChange(m.refund_done())
  const lead = m.refund_lead({ date: billingDay(until) })
  return (
    <div className="grid max-w-prose justify-items-start gap-3">
      <div>
        <h3 className="text-sm font-medium">{m.refund_heading()}</h3>
        <p className="text-sm text-muted">{lead}</p>
      </div>
      <Button
        onClick={() =>
          ask({
            title: m.refund_question(),
            children: <p>{lead}</p>,
            make: () => call(billingCalls.refundSubscription),
            ...showChange,
          })
        }
      >
        {m.refund_button()}
      </Button>
      {dialog}
    </div>
  )
}
