import type { CartQuote } from '#contract/shop/shop.ts'
import { m } from '#messages/generated/messages.js'
import { priceText } from '#web/platform/site/price-text.ts'
import { lineText, percentText } from './shop-text.ts'

type Priced = Pick<CartQuote, 'discount' | 'shipping' | 'taxes' | 'netCents' | 'grossCents'> & {
  readonly lines: readonly (CartQuote['lines'][number] & {
    readonly returned?: number | undefined
    readonly awaited?: number | undefined
  })[]
  readonly refundedCents?: number | undefined
  /** The amount still to be transferred. */
  readonly transfer?: { readonly grossCents: number } | null
}

type TotalsTableProps = {
  priced: Priced
  reverseCharge?: boolean | undefined
  hasLines?: boolean
}

/**
 * The ordered lines, and the price with each tax. Prices of lines are gross. `reverseCharge`: it applies to the
 * vouchers.
 */
export function TotalsTable({ priced, reverseCharge = false, hasLines = true }: TotalsTableProps) {
  const { lines, discount, shipping, taxes, netCents, grossCents, refundedCents, transfer } = priced
  const owed = lines.flatMap(({ kind, name }) => (kind === 'voucher' && taxes.length > 1 ? [name] : []))
  const isTaxed = reverseCharge || taxes.some(({ vatCents }) => vatCents > 0)
  return (
    <table className="w-full even-digits">
      <tbody>
        {(hasLines ? lines : []).map((line) => (
          <tr key={line.productId} className="align-baseline">
            <th scope="row" className="py-1 pr-4 text-left font-normal">
              {m.order_line({ quantity: line.quantity, name: line.name })}
              {lineText(line) ? <span className="caption block">{lineText(line)}</span> : null}
              {line.awaited ? (
                <span className="caption block">{m.order_line_awaited({ count: line.awaited })}</span>
              ) : null}
              {line.returned ? (
                <span className="caption block">{m.order_line_returned({ count: line.returned })}</span>
              ) : null}
            </th>
            <td className="text-right whitespace-nowrap">{priceText(line.grossCents)}</td>
          </tr>
        ))}
        {discount && discount.grossCents > 0 ? (
          <Part what={m.order_discount({ code: discount.code })} cents={-discount.grossCents} />
        ) : null}
        {shipping ? (
          <Part what={m.order_shipping({ name: shipping.name })} cents={shipping.grossCents} />
        ) : null}
        {isTaxed ? <Sum what={m.order_net()} cents={netCents} first /> : null}
        {isTaxed
          ? taxes.map(({ basisPoints, vatCents }) => (
              <Sum
                key={basisPoints}
                what={
                  reverseCharge && basisPoints === 0
                    ? reverseChargeText(owed)
                    : m.order_vat({ percent: percentText(basisPoints) })
                }
                cents={vatCents}
              />
            ))
          : null}
        <tr className="border-t border-line text-base font-semibold">
          <th scope="row" className="pt-1.5 pr-4 text-left">
            {m.order_total()}
          </th>
          <td className="pt-1.5 text-right whitespace-nowrap">{priceText(grossCents)}</td>
        </tr>
        {refundedCents ? (
          <Part what={transfer ? m.order_not_owed() : m.order_refunded()} cents={-refundedCents} />
        ) : null}
      </tbody>
    </table>
  )
}

/** An addition to or deduction from the sum of the lines. */
function Part({ what, cents }: { what: string; cents: number }) {
  return (
    <tr className="align-baseline">
      <th scope="row" className="py-1 pr-4 text-left font-normal">
        {what}
      </th>
      <td className="text-right whitespace-nowrap">{cents === 0 ? m.order_free() : priceText(cents)}</td>
    </tr>
  )
}

function Sum({ what, cents, first = false }: { what: string; cents: number; first?: boolean }) {
  return (
    <tr className={`text-muted ${first ? 'border-t border-line' : ''}`}>
      <th scope="row" className={`pr-4 text-left font-normal ${first ? 'pt-1.5' : ''}`}>
        {what}
      </th>
      <td className={`text-right whitespace-nowrap ${first ? 'pt-1.5' : ''}`}>{priceText(cents)}</td>
    </tr>
  )
}

/** Names the articles with reverse charge, unless it applies to all. */
function reverseChargeText(owed: readonly string[]): string {
  return owed.length > 0
    ? m.order_reverse_charge_of({ articles: [...new Set(owed)].join(', ') })
    : m.order_reverse_charge()
}
