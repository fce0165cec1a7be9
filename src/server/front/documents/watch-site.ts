import { isDeepStrictEqual } from 'node:util'
import type { Shop } from '#contract/shop/shop.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import { readShop } from '#server/business/shop/catalogue/open-shop.ts'
import { formerProducts } from '#server/business/shop/catalogue/product.store.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { type ShownNotice, shownNotices } from '#server/platform/site/notices.ts'
import { whenServiceModeChanges } from '#server/platform/site/service-mode.ts'
import { planOnSale } from '#server/platform/site-files/plan-on-sale.ts'
import { readSiteConfig } from './site-config.ts'

/** The sources of every document: the public settings, the shop's products, the ids of former ones, and notices. */
type WatchedSite = {
  readonly site: SiteConfig
  readonly products: Shop['products']
  readonly shipping: Shop['shipping']
  readonly former: readonly string[]
  readonly notices: readonly ShownNotice[]
}

/** Cached for a second. */
export type SiteNow = { read(): Promise<WatchedSite>; cached(): WatchedSite | undefined }

/** Maximum age of a document's data, in milliseconds. */
const knownMs = 1_000
/**
 * How long a document waits for new data, in milliseconds; then it uses the last known, for example without the
 * database.
 */
const maxWaitMs = 2_000

/**
 * Watches the site's data: returns the same object while it is unchanged, because a new one invalidates all documents.
 */
export async function watchSite(services: LibraryServices): Promise<SiteNow> {
  const { clock, log } = services
  let known = await read(services)
  let readAt = clock.real().getTime()
  let { current: files } = services.siteFiles
  let underWay: Promise<void> | undefined
  whenServiceModeChanges(services, () => {
    readAt = Number.NEGATIVE_INFINITY
  })
  const readAgain = async () => {
    const { current } = services.siteFiles
    readAt = clock.real().getTime()
    const next = await read(services)
    if (!isDeepStrictEqual(next, known)) known = next
    files = current
  }
  const cached = () => {
    const isSame = services.siteFiles.current === files && planOnSale(services).id === known.site.pricing.plan
    return isSame && clock.real().getTime() - readAt < knownMs ? known : undefined
  }
  const readNow = async () => {
    const found = cached()
    if (found) return found
    underWay ??= Promise.race([readAgain(), later(maxWaitMs)])
      .catch((error: unknown) => log.debug({ err: error }, 'the settings of the site could not be read'))
      .finally(() => {
        underWay = undefined
      })
    await underWay
    return known
  }
  return { read: readNow, cached }
}

async function read(services: LibraryServices): Promise<WatchedSite> {
  const [site, { products, shipping }, former, notices] = await Promise.all([
    readSiteConfig(services, services.library.catalogue),
    readShop(services),
    formerProducts(services.database.db),
    shownNotices(services),
  ])
  return { site, products: products.map(withoutStock), shipping, former, notices }
}

/** Documents show availability, not stock: otherwise each order would invalidate all documents. */
function withoutStock(product: Shop['products'][number]): Shop['products'][number] {
  if (product.kind === 'voucher') return product
  const variants = product.variants.map((variant) => ({
    ...variant,
    available: Math.min(variant.available, 1),
  }))
  return { ...product, variants }
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
