import type { Shop } from '#contract/shop/shop.ts'
import type { Interval } from '#domain/interval.ts'
import { amountOf } from '#domain/money.ts'
import { sells } from '#domain/service-mode.ts'
import { mostOfOne } from '#domain/shop/cart.ts'
import type { Voucher } from '#domain/shop/product.ts'
import { orderTotals } from '#domain/shop/totals.ts'
import { vatOfAccount, vatOfGoods } from '#server/books/billing/vat-of-account.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readServiceMode } from '#server/platform/site/service-mode.ts'
import { hasGoods, type SoldVariant, variantsOnSale } from './goods.store.ts'
import { hasProducts, type ProductRow, productsOnSale } from './product.store.ts'
import { shippingMethodsOnOffer } from './shipping.store.ts'

/** A voucher, or a variant of goods. */
export type SoldProduct = (Voucher & { readonly description: string }) | SoldVariant

/**
 * Returns whether the shop sells: it is switched on, the service is not closing (vouchers would be worthless), a
 * payment provider is configured, and a product is on sale. Otherwise nothing links to it.
 */
export async function isShopOpen(services: Services): Promise<boolean> {
  const { db } = services.database
  return (await maySell(services)) && ((await hasProducts(db)) || (await hasGoods(db)))
}

/** Returns the products on sale; empty while the shop is closed. */
export async function soldProducts(services: Services): Promise<readonly SoldProduct[]> {
  if (!(await maySell(services))) return []
  const { db } = services.database
  return [...(await productsOnSale(db)).map(productOf), ...(await variantsOnSale(db))]
}

/** Returns the shop's products with the prices of a domestic private customer: vouchers first, then goods by name. */
export async function readShop(services: Services): Promise<Shop> {
  const { config, clock } = services
  const now = clock.now()
  const nobody = { country: null, vatId: null, isBusiness: false, vatCheck: null }
  const sold = await soldProducts(services)
  const { pictures } = services.siteFiles.current
  const priceOf = ({ netCents }: SoldProduct, vatBasisPoints: number) => ({
    netCents,
    grossCents: orderTotals([{ quantity: 1, netCents, vatBasisPoints }]).grossCents,
  })
  const vouchers = sold.flatMap((product): Shop['products'] => {
    if (product.kind === 'goods') return []
    return [{ ...product, ...priceOf(product, vatOfAccount(config, nobody, now).basisPoints) }]
  })
  const variants = sold.filter((product) => product.kind === 'goods')
  const goods = [...Map.groupBy(variants, ({ goodsId }) => goodsId)].flatMap(([id, of]): Shop['products'] => {
    const [first] = of
    if (!first) return []
    const { kind, name, description, taxClass } = first
    // a path of this site, or the name of an operator's file, which may be missing
    const picture = first.picture?.startsWith('/')
      ? first.picture
      : (pictures.get(first.picture ?? '')?.address ?? null)
    const { basisPoints } = vatOfGoods(config, nobody, { taxClass, now })
    const shown = of.map((variant) => ({
      id: variant.id,
      name: variant.variant,
      available: Math.min(variant.stock, mostOfOne),
      ...priceOf(variant, basisPoints),
    }))
    return [{ id, kind, name, description, picture, variants: shown }]
  })
  const methods = goods.length > 0 ? await shippingMethodsOnOffer(services.database.db) : []
  const { basisPoints: shippingVat } = vatOfGoods(config, nobody, { taxClass: 'standard', now })
  const shipping = methods.map(({ netCents, countries, ...method }) => {
    const { grossCents } = amountOf(netCents, shippingVat)
    return { ...method, countries: [...countries], netCents, grossCents }
  })
  return { country: config.seller.country, products: [...vouchers, ...goods], shipping }
}

async function maySell(services: Services): Promise<boolean> {
  const { config, payments } = services
  return config.shop && payments.size > 0 && sells(await readServiceMode(services))
}

function productOf(row: ProductRow): SoldProduct {
  const interval: Interval = { value: row.interval_value, unit: row.interval_unit }
  return {
    kind: row.kind,
    id: row.id,
    name: row.name,
    description: row.description,
    netCents: row.net_cents,
    licenseCount: row.license_count,
    interval,
  }
}
