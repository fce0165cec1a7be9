import { type FormEvent, useId, useState } from 'react'
import { adminOrderCalls } from '#contract/admin/admin-order-calls.ts'
import type { DeskOrder } from '#contract/admin/admin-orders.ts'
import { grossOf, type Pieces, valueOfPieces } from '#domain/shop/given-back.ts'
import { typedCents } from '#domain/shop/typed-price.ts'
import { m } from '#messages/generated/messages.js'
import { PiecePicker, pickedLines } from '#web/business/shop/orders/piece-picker.tsx'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { usePasswordPrompt } from '#web/platform/layout/password-prompt.tsx'
import { priceText } from '#web/platform/site/price-text.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { typedPrice } from './typed-numbers.ts'

/**
 * Gives the money of an order back: for pieces of its lines, or as a sum; all that is left unless a part is asked for. Of an
 * order on invoice that is not paid, pieces lower what is owed. Nothing where there is no money.
 */
export function RefundOrder({ viewed }: { viewed: DeskOrder }) {
  const { order, shippedAt, receivedOn, worth } = viewed
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [picked, setPicked] = useState<Pieces>()
  const [restock, setRestock] = useState(false)
  const { ask, dialog } = usePasswordPrompt()
  const refund = useAdminChange(adminOrderCalls.refundOrder, {
    fits: ({ status }) => status === 'ok',
    onDone: () => {
      setTyped(undefined)
      setPicked(undefined)
      notify(m.desk_order_refunded(), 'success')
    },
  })
  const isOwed = order.transfer !== null
  const leftCents = order.transfer?.grossCents ?? viewed.leftCents
  if (leftCents <= 0 || (isOwed && !worth)) return dialog
  const lines = pickedLines(order.lines, ({ quantity, returned = 0 }) => quantity - returned)
  // what the buyer is sending back is what comes next
  const pieces = picked ?? order.lines.map(({ awaited = 0 }) => awaited)
  const hasPieces = pieces.some((count) => count > 0)
  const mostCents = hasPieces ? Math.min(worthOf(viewed, pieces), leftCents) : leftCents
  const grossCents = typed === undefined ? mostCents : typedCents(typed)
  const isFit =
    grossCents !== undefined &&
    grossCents <= mostCents &&
    (hasPieces ? grossCents >= 0 : !isOwed && grossCents > 0)
  const isEveryPiece = lines.every(({ most }, at) => most === pieces[at])
  const isWhole = grossCents === leftCents || (hasPieces && isEveryPiece)
  const redeemed = order.vouchers.filter(({ state }) => state === 'redeemed').length

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isFit) return
    ask({
      message: m.desk_order_refund_prompt({ amount: priceText(grossCents) }),
      children: (
        <p className="text-sm text-muted">
          {isOwed
            ? m.desk_order_refund_owed()
            : isWhole
              ? m.desk_order_refund_whole()
              : hasPieces
                ? m.desk_order_refund_pieces()
                : m.desk_order_refund_part()}
          {receivedOn === null ? null : ` ${m.desk_order_refund_transfer()}`}
          {isWhole && redeemed > 0 ? ` ${m.desk_order_refund_redeemed({ count: redeemed })}` : null}
        </p>
      ),
      ...refund((password) => ({
        body: {
          id: order.id,
          ...(hasPieces && { pieces: [...pieces] }),
          grossCents,
          leftCents,
          password,
          ...(restock && (isWhole || hasPieces) && { restock }),
        },
      })),
    })
  }

  return (
    <section aria-labelledby={id} className="grid gap-3 border-t border-line pt-6">
      <h2 id={id}>{m.desk_order_refund()}</h2>
      <form
        noValidate
        aria-labelledby={id}
        className="grid max-w-md grid-cols-[minmax(0,1fr)] justify-items-start gap-3"
        onSubmit={submit}
      >
        {worth ? (
          <PiecePicker
            legend={m.desk_order_refund_which()}
            hint={isOwed ? m.desk_order_refund_which_owed() : m.desk_order_refund_which_hint()}
            lines={lines}
            pieces={pieces}
            onChange={(changed) => {
              setPicked(changed)
              setTyped(undefined)
            }}
          />
        ) : null}
        <Field
          label={m.desk_order_refund_amount()}
          hint={
            hasPieces
              ? m.desk_order_refund_worth({ amount: priceText(mostCents) })
              : m.desk_order_refund_left({ amount: priceText(leftCents) })
          }
          error={
            isFit || (isOwed && !hasPieces)
              ? undefined
              : m.desk_order_refund_wrong({ amount: priceText(mostCents) })
          }
          className="w-full"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={typed ?? typedPrice(mostCents)}
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

/** What pieces are worth, as the server computes it. */
function worthOf({ order, worth }: DeskOrder, pieces: Pieces): number {
  if (!worth) return 0
  const lines = order.lines.map(({ kind, quantity, netCents }, at) => ({
    kind,
    quantity,
    netCents,
    discountCents: worth.lines[at]?.discountCents ?? 0,
    vatBasisPoints: worth.lines[at]?.vatBasisPoints ?? 0,
  }))
  const returned = order.lines.map((line) => line.returned ?? 0)
  return grossOf(valueOfPieces({ lines, shipping: worth.shipping, returned }, pieces, worth.left))
}
