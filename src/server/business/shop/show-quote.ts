import type { CartQuote, Order } from '#contract/shop/shop.ts'
import type { Amount } from '#domain/money.ts'
import { mostOfOne } from '#domain/shop/cart.ts'
import type { SoldDiscount, SoldLine, SoldShipping } from '#domain/shop/sold-order.ts'
import { companyOf, type PricedCart, soldDiscount, soldShipping } from './price-cart.ts'

/** Returns a cart's prices for its buyer. */
export function showQuote(priced: PricedCart): CartQuote {
  const { cart, lines, totals, vat, country, account, needsAddress, ships, methods, payments, fault } = priced
  const { netCents, vatCents, grossCents, taxes } = totals
  return {
    lines: shownLines(lines),
    discount: shownDiscount(soldDiscount(priced)),
    shipping: shownShipping(soldShipping(priced)),
    taxes: shownTaxes(taxes),
    netCents,
    vatCents,
    grossCents,
    country,
    reverseCharge: vat.reverseCharge,
    ...(account && { company: companyOf(account) }),
    needsAddress: needsAddress && !account?.billingAddress,
    ships,
    shippingMethods: methods.map(({ id, name, netCents: net, grossCents: gross }) => ({
      id,
      name,
      netCents: net,
      grossCents: gross,
    })),
    payments: [...payments],
    short: cart.flatMap(({ product, quantity }) =>
      product.kind === 'goods' && product.stock < quantity
        ? [{ productId: product.id, available: Math.min(product.stock, mostOfOne) }]
        : [],
    ),
    discountFault: fault ? shownFault(fault) : null,
  }
}

export function shownLines(lines: readonly SoldLine[]): Order['lines'] {
  return lines.map((line) => {
    const { productId, name, quantity, netCents, grossCents } = line
    const part = { productId, name, quantity, netCents, grossCents }
    return line.kind === 'goods'
      ? { kind: line.kind, ...part, variant: line.variant }
      : { kind: line.kind, ...part, licenseCount: line.licenseCount, interval: line.interval }
  })
}

export function shownDiscount(discount: SoldDiscount | null): Order['discount'] {
  if (!discount) return null
  const { code, netCents, grossCents, freeShipping } = discount
  return { code, netCents, grossCents, freeShipping }
}

export function shownShipping(shipping: SoldShipping | null): Order['shipping'] {
  return shipping && { name: shipping.name, netCents: shipping.netCents, grossCents: shipping.grossCents }
}

export function shownTaxes(taxes: readonly Amount[]): Order['taxes'] {
  return taxes.map(({ vatBasisPoints: basisPoints, netCents, vatCents }) => ({
    basisPoints,
    netCents,
    vatCents,
  }))
}

function shownFault({ reason, discount }: NonNullable<PricedCart['fault']>): CartQuote['discountFault'] {
  if (reason === 'minimum' && discount) return { reason, minimumCents: discount.minimumCents }
  if (reason === 'not-yet' && discount?.validFrom) return { reason, validFrom: discount.validFrom }
  return { reason }
}
