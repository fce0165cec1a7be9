import type { Subscription } from '#contract/accounts/accounts.ts'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useQuestion } from '#web/layout/question.tsx'
import { call } from '#web/site/api.ts'
import { Button } from '#web/ui/button.tsx'
import { billingDay } from './billing-day.ts'
import { useShowChange } from './change-subscription.ts'

/** Cancels after a question, Yes or No (product.md section 4). */
export function CancelSubscription({ subscription: { health, until } }: { subscription: Subscription }) {
  const { ask, dialog } = useQuestion()
  const showChange = useShowChange(m.cancel_done())
  const unpaid = health === 'past-due' || health === 'action-required'
  const consequence = unpaid || !until ? m.cancel_lead_unpaid() : m.cancel_lead({ date: billingDay(until) })
  return (
    <div className="grid max-w-prose justify-items-start gap-3">
      <div>
        <h3 className="text-sm font-medium">{m.cancel_heading()}</h3>
        <p className="text-sm text-muted">{consequence}</p>
      </div>
      <Button
        onClick={() =>
          ask({
            title: m.cancel_question(),
            children: <p>{consequence}</p>,
            make: () => call(billingCalls.cancelSubscription),
            ...showChange,
          })
        }
      >
        {m.cancel_button()}
      </Button>
      {dialog}
    </div>
  )
}
