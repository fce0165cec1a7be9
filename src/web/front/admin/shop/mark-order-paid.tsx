import { useId, useState } from 'react'
import { adminOrderCalls } from '#contract/admin/admin-order-calls.ts'
import type { DeskOrder } from '#contract/admin/admin-orders.ts'
import { formatDay } from '#domain/dates.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { Form } from '#web/front/desk/fields/form.tsx'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { siteToday } from '#web/platform/site/site-clock.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'

/** Says that the money of an order on invoice has arrived, and when. Nothing where none is awaited. */
export function MarkOrderPaid({ viewed: { order } }: { viewed: DeskOrder }) {
  const id = useId()
  const [receivedOn, setReceivedOn] = useState(siteToday)
  const { ask, dialog } = useAdminChange(adminOrderCalls.markOrderPaid, {
    done: m.desk_order_saved,
  })
  const { transfer } = order
  if (!transfer) return dialog
  const amount = priceText(transfer.grossCents)
  const submit = () => {
    ask({
      message: m.desk_order_paid_prompt({ amount }),
      children: <p className="text-sm text-muted">{m.desk_order_paid_hint()}</p>,
      body: { id: order.id, receivedOn },
    })
  }
  return (
    <section aria-labelledby={id} className="grid gap-3 border-t border-line pt-6">
      <h2 id={id}>{m.desk_order_awaited()}</h2>
      <p className="text-sm text-muted">
        {m.desk_order_awaited_text({
          amount,
          day: formatDay(transfer.dueOn, getLocale()),
          reference: transfer.reference,
        })}
      </p>
      <Form aria-labelledby={id} className="grid max-w-md justify-items-start gap-3" onSubmit={submit}>
        <Field
          label={m.desk_order_received()}
          type="date"
          className="w-full"
          max={siteToday()}
          value={receivedOn}
          onChange={(event) => setReceivedOn(event.target.value)}
        />
        <Button type="submit" variant="primary" disabled={receivedOn === ''}>
          {m.desk_order_mark_paid()}
        </Button>
      </Form>
      {dialog}
    </section>
  )
}
