import { addresseeOf } from '#domain/accounts/addressee.ts'
import { localDate } from '#domain/billing/billing-period.ts'
import { isSmallAmount } from '#domain/invoices/invoice.ts'
import { type CartItem, type CartLine, linesOf } from '#domain/shop/cart.ts'
import { type Discount, type DiscountFault, discountCents, discountFault } from '#domain/shop/discount.ts'
import { type ShippingMethod, shippingMethodsFor, weightOf } from '#domain/shop/shipping.ts'
import type { SoldDiscount, SoldLine, SoldShipping } from '#domain/shop/sold-order.ts'
import { type OrderTotals, orderTotals, type PricedLine } from '#domain/shop/totals.ts'
import { isBusiness } from '#domain/tax/buyer.ts'
import type { VatTreatment } from '#domain/tax/vat.ts'
import { isCountryCode } from '#domain/tax/vat-id.ts'
import { type TaxedAccount, vatOfAccount, vatOfGoods } from '#server/books/billing/vat-of-account.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type BuyingAccount, findBuyingAccount } from './buyer.store.ts'
import { findDiscount } from './catalogue/discount.store.ts'
import { soldProducts } from './catalogue/open-shop.ts'
import { shippingMethodsOnOffer } from './catalogue/shipping.store.ts'
import { isInvoiceOffered } from './offer-invoice.ts'

/** A cart with its choice of shipping. */
export type WantedCart = {
  readonly items: readonly CartItem[]
  readonly country?: string | undefined
  readonly shippingMethod?: string | undefined
  readonly discountCode?: string | undefined
}

export type PricedCart = {
  readonly cart: readonly CartLine[]
  readonly lines: readonly SoldLine[]
  readonly totals: OrderTotals
  /** The tax on the invoice: of the vouchers, or of the goods where there are no vouchers. */
  readonly vat: VatTreatment
  readonly country: string
  /** The buying account, if it is a business: the order uses its billing data. */
  readonly account: BuyingAccount | undefined
  /** The invoice must name the buyer: for shipping, above 250 EUR, and under reverse charge (§ 33 UStDV). */
  readonly needsAddress: boolean
  readonly ships: boolean
  /** The available shipping methods, cheapest first, and the chosen one. */
  readonly methods: readonly (ShippingMethod & { readonly grossCents: number })[]
  readonly method: ShippingMethod | undefined
  readonly discount: Discount | undefined
  /** The available payments. */
  readonly payments: readonly ('card' | 'invoice')[]
  /** Why the discount code is not applied. */
  readonly fault: { readonly reason: DiscountFault; readonly discount: Discount | undefined } | undefined
}

/**
 * Prices a cart today, for a private buyer of that country, or for the signed-in manager's account, if it is a
 * business. An invalid discount code is ignored. 409 `shop-closed`, `product-gone`; 422 for an unknown country.
 */
export async function priceCart(
  services: Services,
  viewer: Viewer | undefined,
  wanted: WantedCart,
): Promise<PricedCart | Problem> {
  const { config, clock, database } = services
  const products = await soldProducts(services)
  if (products.length === 0) return new Problem('shop-closed')
  const cart = linesOf(wanted.items, products)
  if (!cart) return new Problem('product-gone')
  const account = await buyingCompany(services, viewer)
  const country = account?.country ?? wanted.country ?? config.seller.country
  if (!isCountryCode(country)) return new Problem('invalid', { fields: { country: 'field_country_unknown' } })
  const buyer = { ...(account ?? { vatId: null, isBusiness: false, vatCheck: null }), country }
  const treatments = cart.map((line) => treatmentOf(services, buyer, line))
  const priced = cart.map(({ product, quantity }, at) => ({
    quantity,
    netCents: product.netCents,
    vatBasisPoints: treatments[at]?.basisPoints ?? 0,
    isShipped: product.kind === 'goods',
  }))
  const ships = priced.some(({ isShipped }) => isShipped)
  const { discount, off, fault } = await discountFor(services, wanted.discountCode, { priced, ships })
  const costOf = ({ netCents }: ShippingMethod) => (discount?.freeShipping ? 0 : netCents)
  const totalsBy = (method: ShippingMethod | undefined) =>
    orderTotals(priced, { discountCents: off, shippingCents: method ? costOf(method) : 0 })
  const reached = { country, weightGrams: weightOf(cart), from: config.seller.country }
  const methods = ships ? shippingMethodsFor(await shippingMethodsOnOffer(database.db), reached) : []
  const method = methods.find(({ id }) => id === wanted.shippingMethod)
  const totals = totalsBy(method)
  const vat = vatOfWhole(cart, treatments) ?? vatOfAccount(config, buyer, clock.now())
  return {
    cart,
    lines: soldLines(cart, priced, totals),
    totals,
    vat,
    country,
    account,
    needsAddress: ships || !isSmall(totals, vat),
    ships,
    methods: methods.map((one) => {
      const { netCents, grossCents } = totalsBy(one).shipping
      return { ...one, netCents, grossCents }
    }),
    method,
    discount,
    payments: (await isInvoiceOffered(services, { viewer, account }, totals.grossCents))
      ? ['card', 'invoice']
      : ['card'],
    fault,
  }
}

/** Returns a cart's discount, in the order's form. */
export function soldDiscount({ discount, totals }: PricedCart): SoldDiscount | null {
  if (!discount) return null
  const { code, freeShipping } = discount
  return { code, freeShipping, ...totals.discount }
}

/** Returns a cart's shipping, in the order's form. */
export function soldShipping({ method, totals }: PricedCart): SoldShipping | null {
  return method ? { methodId: method.id, name: method.name, ...totals.shipping } : null
}

/** Returns the name on a company's invoice: that of its billing address, else the account's. */
export function companyOf({ name, billingAddress }: BuyingAccount): string {
  return addresseeOf(name, billingAddress ?? '').name
}

/** The signed-in manager's account, if it is a business. */
async function buyingCompany(
  { database }: Pick<Services, 'database'>,
  viewer: Viewer | undefined,
): Promise<BuyingAccount | undefined> {
  const manages = viewer?.permissions.includes('subscription.manage')
  const own = viewer && manages ? await findBuyingAccount(database.db, viewer.accountId) : undefined
  return own && isBusiness(own) ? own : undefined
}

function treatmentOf(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  buyer: TaxedAccount,
  { product }: CartLine,
): VatTreatment {
  const now = clock.now()
  return product.kind === 'goods'
    ? vatOfGoods(config, buyer, { taxClass: product.taxClass, now })
    : vatOfAccount(config, buyer, now)
}

function vatOfWhole(
  cart: readonly CartLine[],
  treatments: readonly VatTreatment[],
): VatTreatment | undefined {
  const ofVouchers = cart.findIndex(({ product }) => product.kind === 'voucher')
  return treatments[Math.max(ofVouchers, 0)]
}

/** The net discount of a code on the cart. */
async function discountFor(
  { database, clock, config }: Pick<Services, 'config' | 'database' | 'clock'>,
  code: string | undefined,
  { priced, ships }: { priced: readonly PricedLine[]; ships: boolean },
): Promise<{ off: number } & Pick<PricedCart, 'discount' | 'fault'>> {
  if (code === undefined || code.trim() === '') return { off: 0, discount: undefined, fault: undefined }
  const netCents = priced.reduce((sum, line) => sum + line.quantity * line.netCents, 0)
  const found = await findDiscount(database.db, code)
  const today = localDate(clock.now(), config.seller.zone)
  const reason = discountFault(found, { netCents, ships, today })
  return reason === undefined && found
    ? { off: discountCents(found, netCents), discount: found, fault: undefined }
    : { off: 0, discount: undefined, fault: { reason: reason ?? 'unknown', discount: found } }
}

function soldLines(
  cart: readonly CartLine[],
  priced: readonly PricedLine[],
  totals: OrderTotals,
): readonly SoldLine[] {
  return cart.flatMap(({ product, quantity }, at): SoldLine[] => {
    const line = totals.lines[at]
    if (!line) return []
    const { id: productId, name } = product
    const part = { productId, name, quantity, ...line, vatBasisPoints: priced[at]?.vatBasisPoints ?? 0 }
    if (product.kind === 'voucher') {
      const { kind, licenseCount, interval } = product
      return [{ ...part, kind, licenseCount, interval }]
    }
    const { kind, variant, weightGrams, taxClass } = product
    return [{ ...part, kind, variant, weightGrams, taxClass }]
  })
}

function isSmall(totals: OrderTotals, { note }: VatTreatment): boolean {
  const { netCents, vatCents, grossCents } = totals
  const total = { netCents, vatCents, grossCents, vatBasisPoints: 0 }
  return isSmallAmount({ total, notes: note === undefined ? [] : [note] })
}
