import { useId, useState } from 'react'
import { adminOrderCalls } from '#contract/admin/admin-order-calls.ts'
import type { DeskOrder } from '#contract/admin/admin-orders.ts'
import type { DeskEvent } from '#domain/shop/order-state.ts'
import { m } from '#messages/generated/messages.js'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { Field } from '#web/platform/ui/field.tsx'

const texts: Record<DeskEvent, () => string> = {
  pack: m.desk_order_pack,
  ship: m.desk_order_ship,
  deliver: m.desk_order_deliver,
  cancel: m.desk_order_cancel,
}

/** What comes next for an order: packed, shipped with its tracking number, delivered; or cancelled while it is not paid. */
export function OrderMoves({ viewed: { order, events, shippedAt } }: { viewed: DeskOrder }) {
  const id = useId()
  const [tracking, setTracking] = useState('')
  const [restock, setRestock] = useState(false)
  const mayComeBack = events.includes('cancel') && shippedAt !== null
  const { busy, refusal, send, dialog } = useDeskChange(adminOrderCalls.moveOrder, {
    message: m.desk_order_prompt(),
    done: m.desk_order_saved,
  })
  if (events.length === 0) return dialog
  return (
    <section aria-labelledby={id} className="grid justify-items-start gap-3">
      <h2 id={id}>{m.desk_order_next()}</h2>
      {events.includes('ship') ? (
        <Field
          label={m.desk_order_tracking()}
          optional={m.account_optional()}
          hint={m.desk_order_tracking_hint()}
          className="w-full max-w-md"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          value={tracking}
          onChange={(event) => setTracking(event.target.value)}
        />
      ) : null}
      {events.includes('cancel') ? <p className="text-sm text-muted">{m.desk_order_cancel_hint()}</p> : null}
      {mayComeBack ? (
        <Checkbox
          label={m.desk_order_restock()}
          checked={restock}
          onChange={(event) => setRestock(event.target.checked)}
        />
      ) : null}
      {refusal ? <Alert>{refusal}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        {events.map((event) => (
          <Button
            key={event}
            variant={event === 'cancel' ? 'plain' : 'primary'}
            className={event === 'cancel' ? 'text-danger' : ''}
            busy={busy}
            onClick={() =>
              send({
                id: order.id,
                event,
                ...(event === 'ship' && tracking.trim() !== '' && { tracking: tracking.trim() }),
                ...(event === 'cancel' && mayComeBack && restock && { restock }),
              })
            }
          >
            {texts[event]()}
          </Button>
        ))}
      </div>
      {dialog}
    </section>
  )
}
