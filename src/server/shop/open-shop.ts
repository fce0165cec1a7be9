import type { Interval } from '#domain/interval.ts'
import type { Voucher } from '#domain/shop/product.ts'
import { orderTotals } from '#domain/shop/totals.ts'
import { vatOfAccount } from '#server/billing/vat-of-account.ts'
import type { Services } from '#server/services/services.ts'
import { readServiceMode } from '#server/site/service-mode.ts'
import { hasProducts, type ProductRow, productsOnSale } from './product.store.ts'

export type SoldProduct = Voucher & { readonly description: string }

/**
 * Whether the shop sells: it is switched on, the service is not closing (a voucher would be for nothing), there is somebody who
 * takes a card, and there is something on sale. Without that, nothing links to it.
 */
export async function isShopOpen(services: Services): Promise<boolean> {
  return (await maySell(services)) && (await hasProducts(services.database.db))
}

/** What is sold now; nothing while the shop is closed. */
export async function soldProducts(services: Services): Promise<readonly SoldProduct[]> {
  return (await maySell(services)) ? (await productsOnSale(services.database.db)).map(productOf) : []
}

/** What the shop shows, with the price of a private customer at home. */
export async function readShop(services: Services) {
  const { config, clock } = services
  const nobody = { country: null, vatId: null, isBusiness: false, vatCheck: null }
  const { basisPoints: vatBasisPoints } = vatOfAccount(config, nobody, clock.now())
  return {
    country: config.seller.country,
    products: (await soldProducts(services)).map((product) => ({
      ...product,
      grossCents: orderTotals([{ quantity: 1, netCents: product.netCents, vatBasisPoints }]).grossCents,
    })),
  }
}

async function maySell(services: Services): Promise<boolean> {
  const { config, payments } = services
  return config.shop && payments.size > 0 && (await readServiceMode(services)) === 'open'
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
