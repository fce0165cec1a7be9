import type { CartQuote } from '#contract/shop/shop.ts'
import { m } from '#messages/generated/messages.js'
import { priceText } from '#web/pricing/price-text.ts'
import { percentText, voucherText } from './shop-text.ts'

type Priced = Pick<CartQuote, 'lines' | 'taxes' | 'netCents' | 'grossCents'>

/** What is bought, and what it costs with each tax. Prices of lines include the tax. */
export function TotalsTable({ priced, reverseCharge = false }: { priced: Priced; reverseCharge?: boolean }) {
  const { lines, taxes, netCents, grossCents } = priced
  const isTaxed = reverseCharge || taxes.some(({ vatCents }) => vatCents > 0)
  return (
    <table className="w-full tabular-nums">
      <tbody>
        {lines.map((line) => (
          <tr key={line.productId} className="align-baseline">
            <th scope="row" className="py-1 pr-4 text-left font-normal">
              {m.order_line({ quantity: line.quantity, name: line.name })}
              <span className="caption block">{voucherText(line)}</span>
            </th>
            <td className="text-right whitespace-nowrap">{priceText(line.grossCents)}</td>
          </tr>
        ))}
        {isTaxed ? <Sum what={m.order_net()} cents={netCents} first /> : null}
        {isTaxed
          ? taxes.map(({ basisPoints, vatCents }) => (
              <Sum
                key={basisPoints}
                what={
                  reverseCharge
                    ? m.order_reverse_charge()
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
      </tbody>
    </table>
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
