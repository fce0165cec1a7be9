import type { Interval } from '#domain/interval.ts'
import { isSmallAmount } from '#domain/invoices/invoice.ts'
import { type CartItem, type CartLine, linesOf } from '#domain/shop/cart.ts'
import { type OrderTotals, orderTotals } from '#domain/shop/totals.ts'
import { isBusiness } from '#domain/tax/buyer.ts'
import type { VatTreatment } from '#domain/tax/vat.ts'
import { isCountryCode } from '#domain/tax/vat-id.ts'
import { vatOfAccount } from '#server/billing/vat-of-account.ts'
import type { Viewer } from '#server/http/visitor.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { type BuyingAccount, findBuyingAccount } from './buyer.store.ts'
import { soldProducts } from './open-shop.ts'

/** A line as it is sold, kept with the order. Net and gross are those of the whole line. */
export type SoldLine = {
  readonly productId: string
  readonly name: string
  readonly licenseCount: number
  readonly interval: Interval
  readonly quantity: number
  readonly netCents: number
  readonly grossCents: number
}

export type PricedCart = {
  readonly cart: readonly CartLine[]
  readonly lines: readonly SoldLine[]
  readonly totals: OrderTotals
  readonly vat: VatTreatment
  readonly country: string
  /** The account that buys, where it is a business: then its billing data are those of the order. */
  readonly account: BuyingAccount | undefined
  /** Above 250 EUR, and where the buyer owes the tax, the invoice has to name them (§ 33 UStDV). */
  readonly needsAddress: boolean
}

/**
 * What a cart costs by the prices of today, for a private buyer of that country, or for the account of whoever is signed in and
 * manages it, where that is a business. 409 `shop-closed`, `product-gone`; 422 for an unknown country.
 */
export async function priceCart(
  services: Services,
  viewer: Viewer | undefined,
  { items, country }: { items: readonly CartItem[]; country: string | undefined },
): Promise<PricedCart | Problem> {
  const { config, clock, database } = services
  const products = await soldProducts(services)
  if (products.length === 0) return new Problem('shop-closed')
  const cart = linesOf(items, products)
  if (!cart) return new Problem('product-gone')
  const manages = viewer?.permissions.includes('subscription.manage')
  const own = viewer && manages ? await findBuyingAccount(database.db, viewer.accountId) : undefined
  const account = own && isBusiness(own) ? own : undefined
  const where = account?.country ?? country ?? config.seller.country
  if (!isCountryCode(where)) return new Problem('invalid', { fields: { country: 'field_country_unknown' } })
  const buyer = account ?? { vatId: null, isBusiness: false, vatCheck: null }
  const vat = vatOfAccount(config, { ...buyer, country: where }, clock.now())
  const totals = orderTotals(
    cart.map(({ product, quantity }) => ({
      quantity,
      netCents: product.netCents,
      vatBasisPoints: vat.basisPoints,
    })),
  )
  const lines = cart.flatMap(({ product, quantity }, index) => {
    const line = totals.lines[index]
    if (product.kind !== 'voucher' || !line) return []
    const { id: productId, name, licenseCount, interval } = product
    return [{ productId, name, licenseCount, interval, quantity, ...line }]
  })
  const notes = vat.note === undefined ? [] : [vat.note]
  const [total] = totals.taxes
  const needsAddress = total !== undefined && !isSmallAmount({ total: { ...total, ...sums(totals) }, notes })
  return { cart, lines, totals, vat, country: where, account, needsAddress }
}

/** The totals as the contract has them. */
export function shownTotals({ taxes, ...totals }: OrderTotals) {
  return {
    ...sums(totals),
    taxes: taxes.map(({ vatBasisPoints: basisPoints, netCents, vatCents }) => ({
      basisPoints,
      netCents,
      vatCents,
    })),
  }
}

function sums({ netCents, vatCents, grossCents }: Pick<OrderTotals, 'netCents' | 'vatCents' | 'grossCents'>) {
  return { netCents, vatCents, grossCents }
}
