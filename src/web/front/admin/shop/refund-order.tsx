import { useId, useState } from 'react'
import { adminOrderCalls } from '#contract/admin/admin-order-calls.ts'
import type { DeskOrder } from '#contract/admin/admin-orders.ts'
import { grossOf, type Pieces, valueOfPieces } from '#domain/shop/given-back.ts'
import { typedCents } from '#domain/shop/typed-price.ts'
import { m } from '#messages/generated/messages.js'
import { PiecePicker, pickedLines } from '#web/business/shop/orders/piece-picker.tsx'
import { Form } from '#web/front/desk/fields/form.tsx'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { typedPrice } from './typed-numbers.ts'

/**
 * Refunds an order: the value of returned articles, or an amount; by default all that is left. For an unpaid order on
 * invoice, returned articles lower the amount owed. Renders nothing if nothing can be refunded.
 */
export function RefundOrder({ viewed }: { viewed: DeskOrder }) {
  const { order, shippedAt, worth } = viewed
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [picked, setPicked] = useState<Pieces>()
  const [restock, setRestock] = useState(false)
  const pick = (pieces: Pieces | undefined) => {
    setPicked(pieces)
    setTyped(undefined)
  }
  const { ask, dialog } = useAdminChange(adminOrderCalls.refundOrder, {
    done: m.desk_order_refunded,
    onDone: () => pick(undefined),
  })
  const typedRefund = refundOf(viewed, picked, typed)
  const { isOwed, leftCents, lines, pieces, mostCents, grossCents, isFit } = typedRefund
  if (leftCents <= 0 || (isOwed && !worth)) return dialog
  const submit = () => {
    if (!isFit || grossCents === undefined) return
    ask({
      message: m.desk_order_refund_prompt({ amount: priceText(grossCents) }),
      children: <Effect viewed={viewed} of={typedRefund} />,
      body: { id: order.id, ...returnedBy(typedRefund, restock), grossCents, leftCents },
    })
  }
  return (
    <section aria-labelledby={id} className="grid gap-3 border-t border-line pt-6">
      <h2 id={id}>{m.desk_order_refund()}</h2>
      <Form
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
            onChange={pick}
          />
        ) : null}
        <Amount of={typedRefund} value={typed ?? typedPrice(mostCents)} onChange={setTyped} />
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
      </Form>
      {dialog}
    </section>
  )
}

type Refund = ReturnType<typeof refundOf>

/** Returns the refund that was picked and typed; without a typed amount, all that it may be. */
function refundOf(viewed: DeskOrder, picked: Pieces | undefined, typed: string | undefined) {
  const { order } = viewed
  const isOwed = order.transfer !== null
  const leftCents = order.transfer?.grossCents ?? viewed.leftCents
  const lines = pickedLines(order.lines, ({ quantity, returned = 0 }) => quantity - returned)
  // pieces that the buyer is sending back come next
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
  return { isOwed, leftCents, lines, pieces, hasPieces, mostCents, grossCents, isFit, isWhole }
}

/** The pieces that come back; `restock` where they go back on sale. */
function returnedBy({ hasPieces, isWhole, pieces }: Refund, restock: boolean) {
  return {
    ...(hasPieces && { pieces: [...pieces] }),
    ...(restock && (isWhole || hasPieces) && { restock }),
  }
}

function Amount({ of, value, onChange }: { of: Refund; value: string; onChange: (typed: string) => void }) {
  const { hasPieces, mostCents, leftCents, isFit, isOwed } = of
  const amount = priceText(mostCents)
  return (
    <Field
      label={m.desk_order_refund_amount()}
      hint={
        hasPieces
          ? m.desk_order_refund_worth({ amount })
          : m.desk_order_refund_left({ amount: priceText(leftCents) })
      }
      error={isFit || (isOwed && !hasPieces) ? undefined : m.desk_order_refund_wrong({ amount })}
      className="w-full"
      inputMode="decimal"
      autoComplete="off"
      maxLength={12}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** The effect of the refund, for the password prompt. */
function Effect({ viewed, of: { isOwed, isWhole, hasPieces } }: { viewed: DeskOrder; of: Refund }) {
  const redeemed = viewed.order.vouchers.filter(({ state }) => state === 'redeemed').length
  return (
    <p className="text-sm text-muted">
      {isOwed
        ? m.desk_order_refund_owed()
        : isWhole
          ? m.desk_order_refund_whole()
          : hasPieces
            ? m.desk_order_refund_pieces()
            : m.desk_order_refund_part()}
      {viewed.receivedOn === null ? null : ` ${m.desk_order_refund_transfer()}`}
      {isWhole && redeemed > 0 ? ` ${m.desk_order_refund_redeemed({ count: redeemed })}` : null}
    </p>
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
