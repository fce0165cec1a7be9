import { m } from '#messages/generated/messages.js'
import { priceText } from '#web/platform/site/price-text.ts'

/** Id of the section about shipping costs. */
export const shippingId = 'shipping'

/** A price, with notes on tax and shipping costs (PAngV, sections 3 and 6). */
export function Price({
  netCents,
  grossCents,
  isFrom = false,
  isShipped = false,
}: {
  netCents: number
  grossCents: number
  /** The price of the cheapest variant. */
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
