import { m } from '#messages/generated/messages.js'
import { priceText } from '#web/platform/site/price-text.ts'

/** Where a page of the shop says what shipping costs. */
export const shippingId = 'shipping'

/** What something costs, whether that is with its tax, and whether its shipping comes on top (§§ 3 and 6 PAngV). */
export function Price({
  netCents,
  grossCents,
  isFrom = false,
  isShipped = false,
}: {
  netCents: number
  grossCents: number
  /** Of several forms, the cheapest. */
  isFrom?: boolean
  isShipped?: boolean
}) {
  return (
    <p>
      <span className="num text-lg font-semibold">
        {isFrom ? m.shop_price_from({ price: priceText(grossCents) }) : priceText(grossCents)}
      </span>
      <span className="caption block">
        {grossCents > netCents ? m.shop_price_note() : m.shop_price_note_untaxed()}
        {isShipped ? (
          <>
            {', '}
            <a href={`#${shippingId}`} className="link">
              {m.shop_plus_shipping()}
            </a>
          </>
        ) : null}
      </span>
    </p>
  )
}
