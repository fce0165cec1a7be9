import { type FormEvent, useId, useState } from 'react'
import { adminOrderCalls } from '#contract/admin/admin-order-calls.ts'
import type { DeskOrder } from '#contract/admin/admin-orders.ts'
import { typedCents } from '#domain/shop/typed-price.ts'
import { m } from '#messages/generated/messages.js'
import { useAdminChange } from '#web/front/admin/use-admin-change.ts'
import { usePasswordPrompt } from '#web/platform/layout/password-prompt.tsx'
import { priceText } from '#web/platform/site/price-text.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { typedPrice } from './typed-numbers.ts'

/** Gives the money of an order back, all that is left unless a part is asked for. Nothing where nothing was paid. */
export function RefundOrder({ viewed: { order, leftCents, shippedAt, receivedOn } }: { viewed: DeskOrder }) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [restock, setRestock] = useState(false)
  const { ask, dialog } = usePasswordPrompt()
  const refund = useAdminChange(adminOrderCalls.refundOrder, {
    fits: ({ status }) => status === 'ok',
    onDone: () => {
      setTyped(undefined)
      notify(m.desk_order_refunded(), 'success')
    },
  })
  if (leftCents <= 0) return dialog
  const grossCents = typed === undefined ? leftCents : typedCents(typed)
  const isFit = grossCents !== undefined && grossCents > 0 && grossCents <= leftCents
  const redeemed = order.vouchers.filter(({ state }) => state === 'redeemed').length

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isFit) return
    const isWhole = grossCents === leftCents
    ask({
      message: m.desk_order_refund_prompt({ amount: priceText(grossCents) }),
      children: (
        <p className="text-sm text-muted">
          {isWhole ? m.desk_order_refund_whole() : m.desk_order_refund_part()}
          {receivedOn === null ? null : ` ${m.desk_order_refund_transfer()}`}
          {isWhole && redeemed > 0 ? ` ${m.desk_order_refund_redeemed({ count: redeemed })}` : null}
        </p>
      ),
      ...refund((password) => ({
        body: { id: order.id, grossCents, leftCents, password, ...(restock && isWhole && { restock }) },
      })),
    })
  }

  return (
    <section aria-labelledby={id} className="grid gap-3 border-t border-line pt-6">
      <h2 id={id}>{m.desk_order_refund()}</h2>
      <form
        noValidate
        aria-labelledby={id}
        className="grid max-w-md justify-items-start gap-3"
        onSubmit={submit}
      >
        <Field
          label={m.desk_order_refund_amount()}
          hint={m.desk_order_refund_left({ amount: priceText(leftCents) })}
          error={isFit ? undefined : m.desk_order_refund_wrong({ amount: priceText(leftCents) })}
          className="w-full"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={typed ?? typedPrice(leftCents)}
          onChange={(event) => setTyped(event.target.value)}
        />
        {shippedAt === null ? null : (
          <Checkbox
            label={m.desk_order_restock()}
            checked={restock}
            onChange={(event) => setRestock(event.target.checked)}
          />
        )}
        <Button type="submit" className="text-danger" disabled={!isFit}>
          {m.desk_order_refund()}
        </Button>
      </form>
      {dialog}
    </section>
  )
}
