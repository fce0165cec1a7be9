import { m } from '#messages/generated/messages.js'
import { priceText } from '#web/pricing/price-text.ts'

/** What something costs, and whether that is with its tax (§ 3 PAngV). */
export function Price({ netCents, grossCents }: { netCents: number; grossCents: number }) {
  return (
    <p>
      <span className="num text-lg font-semibold">{priceText(grossCents)}</span>
      <span className="caption block">
        {grossCents > netCents ? m.shop_price_note() : m.shop_price_note_untaxed()}
      </span>
    </p>
  )
}
