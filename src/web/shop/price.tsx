import { m } from '#messages/generated/messages.js'
import { priceText } from '#web/pricing/price-text.ts'

/** What something costs, whether that is with its tax, and whether its shipping comes on top (§§ 3 and 6 PAngV). */
export function Price({
  netCents,
  grossCents,
  isShipped = false,
}: {
  netCents: number
  grossCents: number
  isShipped?: boolean
}) {
  const taxed = isShipped ? m.shop_price_note_shipping() : m.shop_price_note()
  const untaxed = isShipped ? m.shop_price_note_shipping_untaxed() : m.shop_price_note_untaxed()
  return (
    <p>
      <span className="num text-lg font-semibold">{priceText(grossCents)}</span>
      <span className="caption block">{grossCents > netCents ? taxed : untaxed}</span>
    </p>
  )
}
